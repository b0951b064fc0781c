"""Adds two vectors: one kernel on eight cores, each with its part."""

import pypto.language as pl

N, BLOCKS = 8192, 8
PART = N // BLOCKS


@pl.program
class VectorAdd:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[1, N], pl.FP32], y: pl.Tensor[[1, N], pl.FP32],
               out: pl.Out[pl.Tensor[[1, N], pl.FP32]]):
        first = pl.get_block_idx() * PART
        a = pl.load(x, [0, first], [1, PART])
        b = pl.load(y, [0, first], [1, PART])
        return pl.store(a + b, [0, first], out)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[1, N], pl.FP32], y: pl.Tensor[[1, N], pl.FP32],
             out: pl.Out[pl.Tensor[[1, N], pl.FP32]]):
        with pl.spmd(BLOCKS):
            out = self.kernel(x, y, out)
        return out
