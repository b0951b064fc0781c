import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function()
    def f(self, a: pl.Tensor[[4], pl.FP32]):
        return self.f(a)  # error[LANG-514] col 16: calls itself
