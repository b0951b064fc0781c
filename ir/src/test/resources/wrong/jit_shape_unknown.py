import pypto.language as pl
import pypto.language.distributed as pld

@pl.jit
def f(a: pl.Tensor):  # error[LANG-513] col 7: is not known
    return a
