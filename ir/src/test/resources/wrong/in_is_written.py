import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def f(self, a: pl.In[pl.Tensor[[4], pl.FP32]]):
        a = pl.store(pl.load(a, [0], [4]), [0], a)  # error[LANG-502] col 13: is an In parameter
        return a
