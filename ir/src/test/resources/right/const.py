import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        c = pl.const(3, pl.INT32)
        s: pl.Scalar[pl.FP32] = pl.cast(c, pl.FP32)
        t = pl.load(x, [0, 0], [16, 64])
        out = pl.store(pl.tile.muls(t, s), [0, 0], out)
        return out
