import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function()
    def f(self, a: pl.Tensor[[4], pl.FP32]):
        return self.g(a)  # error[LANG-320] col 23: found Tensor[[4], FP32]

    @pl.function()
    def g(self, b: pl.Tensor[[8], pl.FP32]):
        return b
