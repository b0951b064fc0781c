import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def f(self, x: pl.In[pl.Tensor[[64, 64], pl.FP32]], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        t = pl.load(x, [0, 0], [16, 32])
        x = pl.store(t, [0, 0], x)  # error[LANG-502] col 13: is an In parameter
        x = pl.store(t, [16, 0], x)
        out = pl.store(t, [0, 0], out)
        return out
