import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function()
    def f(self, a: pl.Tensor[[4, 0], pl.FP32]):  # error[LANG-315] col 34: at least 1
        return a
