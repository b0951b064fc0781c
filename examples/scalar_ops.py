"""Scalars from memory steer the loop and the arithmetic."""
import pypto.language as pl

N = 64


@pl.program
class ScalarOps:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, N], pl.FP32],
        table: pl.Tensor[[4], pl.INT32],
        out: pl.Out[pl.Tensor[[8, N], pl.FP32]],
        scale: pl.Scalar[pl.FP32],
        rows: pl.Scalar[pl.INDEX],
    ):
        first = pl.tensor.read(table, [0])
        limit = pl.min(rows, 8)
        for r in pl.range(limit):
            row = pl.load(x, [r, 0], [1, N])
            if r % 2 == 0 and first > 0:
                row = row * scale
            else:
                row = row + pl.cast(first, pl.FP32)
            out = pl.store(row, [r, 0], out)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        x: pl.Tensor[[8, N], pl.FP32],
        table: pl.Tensor[[4], pl.INT32],
        out: pl.Out[pl.Tensor[[8, N], pl.FP32]],
        scale: pl.Scalar[pl.FP32],
    ):
        out = self.kernel(x, table, out, scale, 8)
        return out
