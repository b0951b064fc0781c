import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        for i in pl.range(0, 64, 8):
            t = pl.load(x, [i, 0], [8, 64])
            sq = pl.mul(t, t)
            tmp = pl.create_tile([8, 64], dtype=pl.FP32, target_memory=pl.MemorySpace.Vec)
            s = pl.row_sum(sq, tmp)
            m = pl.add(pl.mul(s, 1.0 / 64), 1e-6)
            r = pl.rsqrt(m)
            out = pl.store(pl.row_expand_mul(t, r), [i, 0], out)
        return out
