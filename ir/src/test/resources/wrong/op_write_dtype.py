import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function()
    def f(self, a: pl.Tensor[[16, 64], pl.FP32], b: pl.Tensor[[16, 64], pl.FP16], c: pl.Tensor[[16], pl.INT32], n: pl.Scalar[pl.INDEX]):
        t = pl.create_tensor([4], dtype=pl.INT32)
        t = pl.tensor.write(t, [0], pl.const(1.5, pl.FP32))  # error[LANG-303] col 37: is INT32, found FP32
        return t
