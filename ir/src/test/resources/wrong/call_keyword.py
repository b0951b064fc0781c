import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function()
    def f(self, a: pl.Tensor[[4], pl.FP32]):
        return self.g(a, c=a)  # error[LANG-305] col 26: has no parameter `c`

    @pl.function()
    def g(self, b: pl.Tensor[[4], pl.FP32]):
        return b
