import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[8, 32], pl.FP32], y: pl.InOut[pl.Tensor[[8, 32], pl.INT8]]):
        t = pl.load(x, [0, 0], [8, 32])
        u = pl.cast(t, pl.INT8)  # error[COMP-221] col 13: FP32 to INT8
        v = pl.cast(pl.neg(t), pl.UINT8)  # error[COMP-221] col 13: FP32 to UINT8
        y = pl.store(u, [0, 0], y)
        return y
