import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function()
    def f(self, a: pl.Tensor[[16, 64], pl.FP32], b: pl.Tensor[[16, 64], pl.FP16], c: pl.Tensor[[16], pl.INT32], n: pl.Scalar[pl.INDEX]):
        x = pl.tensor.sin(b)  # error[LANG-312] col 27: must be FP32, found FP16
        return a
