# What does not depend on shapes is checked without them.
#: check
import pypto.language as pl


@pl.jit
def entry(x: pl.Tensor, out: pl.Out[pl.Tensor]):
    y = pl.expp(x)  # error[LANG-216] col 9: the language has no `pl.expp`
    out[:] = y
    return out
