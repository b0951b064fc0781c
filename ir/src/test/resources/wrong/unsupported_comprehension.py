import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function()
    def f(self, a: pl.Tensor[[16, 64], pl.FP32], b: pl.Tensor[[16, 64], pl.FP16], c: pl.Tensor[[16], pl.INT32], n: pl.Scalar[pl.INDEX]):
        g = [x for x in n]  # error[LANG-202] col 25: this is not a constant
        return a
