import pypto.language as pl
import pypto.language.distributed as pld

@pl.jit.incor  # error[LANG-208] col 2: no decorator is named `pl.jit.incor`
def f(a: pl.Tensor):
    return a
