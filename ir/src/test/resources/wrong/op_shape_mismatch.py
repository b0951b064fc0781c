import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function()
    def f(self, a: pl.Tensor[[16, 64], pl.FP32], b: pl.Tensor[[16, 64], pl.FP16], c: pl.Tensor[[16], pl.INT32], n: pl.Scalar[pl.INDEX]):
        d = pl.create_tensor([16, 32], dtype=pl.FP32)
        x = pl.add(a, d)  # error[LANG-304] col 23: do not broadcast
        return a
