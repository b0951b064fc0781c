# One mistake, one message: the caller of a wrong function has nothing to add.
import pypto.language as pl


@pl.jit.inline
def wrong(x: pl.Tensor):
    return pl.expp(x)  # error[LANG-216] col 12: the language has no `pl.expp`


@pl.jit
def main(x: pl.Tensor[[8], pl.FP32], out: pl.Out[pl.Tensor[[8], pl.FP32]]):
    y = x
    for i in pl.range(3):
        y = wrong(y)
    out[:] = y
    return out
