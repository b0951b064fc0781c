import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function()
    def f(self, a: pl.Tensor[[4], pl.FP32]):
        self.g(a, device=0)  # error[LANG-631] col 9: only a host function
        return a

    @pl.function()
    def g(self, a: pl.Tensor[[4], pl.FP32]):
        pass
