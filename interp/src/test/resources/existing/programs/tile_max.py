# pl.tile.max, pl.tile.min and the spellings of create.
#: expect out[i, j] = max(min(x[i, j], 1), -1)
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[8, 8], pl.FP32], out: pl.Out[pl.Tensor[[8, 8], pl.FP32]]) -> pl.Tensor[[8, 8], pl.FP32]:
        t = pl.load(x, [0, 0], [8, 8])
        one = pl.tile.full([8, 8], 1.0, dtype=pl.FP32)
        minus = pl.tile.full([8, 8], -1.0, dtype=pl.FP32)
        return pl.store(pl.tile.max(pl.tile.min(t, one), minus), [0, 0], out)
