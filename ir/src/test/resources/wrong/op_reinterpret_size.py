import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function()
    def f(self, a: pl.Tensor[[16, 64], pl.FP32], b: pl.Tensor[[16, 64], pl.FP16], c: pl.Tensor[[16], pl.INT32], n: pl.Scalar[pl.INDEX]):
        x = pl.tensor.reinterpret_view(a, [16, 64], dtype=pl.FP16)  # error[LANG-304] col 43: differ in size
        return a
