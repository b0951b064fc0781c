# expand_clone writes its second operand.
#: expect y[i, j, k] = x[0, j, k]

import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[1, 8, 8], pl.FP32], y: pl.Out[pl.Tensor[[8, 8, 8], pl.FP32]]) -> pl.Tensor[[8, 8, 8], pl.FP32]:
        out = pl.expand_clone(x, y)
        return out
