# Columns to the places of a pattern.
#: expect out[i, 0] = x[i, 0]
#: expect out[i, 1] = 5
#: expect out[i, 2] = x[i, 1]
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[4, 8], pl.FP32], out: pl.Out[pl.Tensor[[4, 16], pl.FP32]]) -> pl.Tensor[[4, 16], pl.FP32]:
        base = pl.tile.full([4, 16], dtype=pl.FP32, value=5.0)
        t = pl.load(x, [0, 0], [4, 8])
        spread = pl.scatter(t, base, mask_pattern=pl.tile.MaskPattern.P0101)
        return pl.store(spread, [0, 0], out)
