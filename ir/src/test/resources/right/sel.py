import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        t = pl.load(x, [0, 0], [16, 64])
        z = pl.tile.full([16, 64], dtype=pl.FP32, value=0.0)
        m = pl.cmp(t, z, cmp_type=4)
        tmp = pl.create_tile([1, 64], dtype=pl.UINT8, target_memory=pl.Mem.Vec)
        out = pl.store(pl.sel(m, t, z, tmp), [0, 0], out)
        return out
