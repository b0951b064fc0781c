"""An output is read before it is written. Fixed."""
# ranks: 1
# entry: k
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, y: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
        y = pl.store(pl.tile.full([1, 8], dtype=pl.FP32, value=0.0), [0, 0], y)
        t = pl.load(y, [0, 0], [1, 8])
        y = pl.store(pl.add(t, 1.0), [0, 0], y)
        return y
