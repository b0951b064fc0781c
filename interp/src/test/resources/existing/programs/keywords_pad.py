# Padding by value.
#: expect low[0, 31] = 0
#: expect low[0, 3] = x[0, 3]
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[8, 32], pl.FP32], low: pl.Out[pl.Tensor[[8, 32], pl.FP32]]) -> pl.Tensor[[8, 32], pl.FP32]:
        t = pl.load(x, [0, 0], [8, 32], valid_shape=[8, 20])
        return pl.store(pl.fillpad(t, pad_value=0), [0, 0], low)
