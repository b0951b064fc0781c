import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function()
    def f(self, a: pl.Tensor[[16, 64], pl.FP32], b: pl.Tensor[[16, 64], pl.FP16], c: pl.Tensor[[16], pl.INT32], n: pl.Scalar[pl.INDEX]):
        d = pl.create_tensor([8, 64], dtype=pl.FP32)
        x = pl.concat(a, d)  # error[LANG-304] col 26: differ outside the last axis
        return a
