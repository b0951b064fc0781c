import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function()
    def f(self, a: pl.Tensor):  # error[LANG-512] col 20: needs a shape
        return a
