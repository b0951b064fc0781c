import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        t = pl.load(x, [0, 0], [1, 64])
        idx = pl.tile.ci(0, [1, 64], dtype=pl.UINT32)
        s = pl.sort32(t, idx)
        m = pl.mrgsort(s, block_len=64)
        out = pl.store(pl.gather(t, pl.cast(idx, pl.INT32)), [0, 0], out)
        return out
