"""Rows are only known at run time: tiles are full, their valid part is not."""
import pypto.language as pl

M = pl.dynamic("M")
N = 64
ROWS = 16


@pl.program
class DynamicValid:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[M, N], pl.FP32], out: pl.Out[pl.Tensor[[M, N], pl.FP32]]):
        rows = pl.tensor.dim(x, 0)
        for i in pl.range(0, rows, ROWS):
            valid = pl.min(rows - i, ROWS)
            t = pl.load(x, [i, 0], [ROWS, N], valid_shape=[valid, N])
            out = pl.store(pl.exp(t), [i, 0], out)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[M, N], pl.FP32], out: pl.Out[pl.Tensor[[M, N], pl.FP32]]):
        out = self.kernel(x, out)
        return out
