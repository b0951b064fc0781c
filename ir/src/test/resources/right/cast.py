import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        t = pl.load(x, [0, 0], [16, 64])
        h = pl.cast(t, pl.BF16, mode="round")
        g = pl.cast(h, target_type=pl.FP32)
        i = pl.tile.cast(t, pl.INT32, mode="rint")
        out = pl.store(g, [0, 0], out)
        return out
