# Plain tensor parameter written.
#: expect y[i, j] = x[i, j]

import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Tensor[[64, 64], pl.FP32]) -> pl.Tensor[[64, 64], pl.FP32]:
        return pl.store(pl.load(x, [0, 0], [64, 64]), [0, 0], y)
