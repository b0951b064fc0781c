import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function()
    def f(self, a: pl.Tensor[[16, 64], pl.FP32], b: pl.Tensor[[16, 64], pl.FP16], c: pl.Tensor[[16], pl.INT32], n: pl.Scalar[pl.INDEX]):
        x = pl.load(a, [0, 0], [16, 16], target_memory=pl.Mem.Vex)  # error[LANG-205] col 63: has no member `Vex`
        return a
