"""An output is read before it is written."""
# ranks: 1
# entry: k
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, y: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
        t = pl.load(y, [0, 0], [1, 8])  # finds CHECK-104
        y = pl.store(pl.add(t, 1.0), [0, 0], y)
        return y
