import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function()
    def f(self, a: pl.In[pl.Tensor[[4], pl.FP32]]):
        return self.g(a)  # error[LANG-502] col 16: `g` writes it

    @pl.function()
    def g(self, o: pl.Out[pl.Tensor[[4], pl.FP32]]):
        o[:] = pl.create_tensor([4], dtype=pl.FP32)
        return o
