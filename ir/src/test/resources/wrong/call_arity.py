import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function()
    def f(self, a: pl.Tensor[[4], pl.FP32]):
        return self.g(a)  # error[LANG-301] col 16: takes 2 arguments, found 1

    @pl.function()
    def g(self, a: pl.Tensor[[4], pl.FP32], b: pl.Tensor[[4], pl.FP32]):
        return a + b
