import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function()
    def f(self, a: pl.Tensor[[4], pl.FP32]):
        return self.g(a)  # error[LANG-320] col 23: is DistributedTensor

    @pl.function()
    def g(self, b: pld.DistributedTensor[[4], pl.FP32]):
        return b
