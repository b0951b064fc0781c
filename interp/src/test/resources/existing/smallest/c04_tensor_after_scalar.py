# Tensor after scalar in a kernel.
#: input s=2.5
#: expect out[i, j] = x[i, j] * 2.5

import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[64, 64], pl.FP32], s: pl.Scalar[pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        return pl.store(pl.mul(pl.load(x, [0, 0], [64, 64]), s), [0, 0], out)
