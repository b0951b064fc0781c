# tmp_tile of reductions.
#: tolerance 1e-4
#: expect s[i, 0] = sum(x[i, j] for j in range(32))
#: expect m[i, 0] = max([x[i, j] for j in range(32)])
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[16, 32], pl.FP32], s: pl.Out[pl.Tensor[[16, 1], pl.FP32]], m: pl.Out[pl.Tensor[[16, 1], pl.FP32]]):
        t = pl.load(x, [0, 0], [16, 32])
        tmp = pl.create_tile([16, 32], dtype=pl.FP32, target_memory=pl.Mem.Vec)
        s = pl.store(pl.row_sum(t, tmp_tile=tmp), [0, 0], s)
        m = pl.store(pl.tile.row_max(t, tmp_tile=tmp), [0, 0], m)
        return s, m
