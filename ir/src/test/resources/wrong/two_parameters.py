import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function()
    def f(self, a: pl.Tensor[[4], pl.FP32], a: pl.Tensor[[4], pl.FP32]):  # error[LANG-519] col 45: two parameters
        return a
