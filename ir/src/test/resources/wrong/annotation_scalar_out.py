import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function()
    def f(self, a: pl.Out[pl.Scalar[pl.INT32]]):  # error[LANG-511] col 20: scalar parameter cannot be
        return a
