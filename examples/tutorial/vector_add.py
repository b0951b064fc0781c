"""Adds two vectors: one kernel on one core."""

import pypto.language as pl

N = 1024


@pl.program
class VectorAdd:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[1, N], pl.FP32], y: pl.Tensor[[1, N], pl.FP32],
               out: pl.Out[pl.Tensor[[1, N], pl.FP32]]):
        a = pl.load(x, [0, 0], [1, N])
        b = pl.load(y, [0, 0], [1, N])
        return pl.store(a + b, [0, 0], out)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[1, N], pl.FP32], y: pl.Tensor[[1, N], pl.FP32],
             out: pl.Out[pl.Tensor[[1, N], pl.FP32]]):
        return self.kernel(x, y, out)
