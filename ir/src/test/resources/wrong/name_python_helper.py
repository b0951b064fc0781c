import pypto.language as pl
import pypto.language.distributed as pld

def helper(v):
    return v

@pl.program
class P:
    @pl.function()
    def f(self, a: pl.Tensor[[16, 64], pl.FP32], b: pl.Tensor[[16, 64], pl.FP16], c: pl.Tensor[[16], pl.INT32], n: pl.Scalar[pl.INDEX]):
        return helper(a)  # error[LANG-212] col 16: is a function of Python
