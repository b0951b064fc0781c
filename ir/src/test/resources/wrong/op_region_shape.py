import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function()
    def f(self, a: pl.Tensor[[16, 64], pl.FP32], b: pl.Tensor[[16, 64], pl.FP16], c: pl.Tensor[[16], pl.INT32], n: pl.Scalar[pl.INDEX]):
        t = pl.create_tensor([16, 64], dtype=pl.FP32)
        t[0:4, :] = a  # error[LANG-304] col 21: assigned to a region
        return t
