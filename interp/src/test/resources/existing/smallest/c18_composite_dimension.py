# Composite dynamic dimension.
#: set M=8
#: expect out[i, j] = x[i, j]

import pypto.language as pl

M = pl.dynamic("M")


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[M * 2, 32], pl.FP32], out: pl.Out[pl.Tensor[[M * 2, 32], pl.FP32]]) -> pl.Tensor[[M * 2, 32], pl.FP32]:
        return pl.store(pl.load(x, [0, 0], [16, 32]), [0, 0], out)
