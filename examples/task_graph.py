"""Four tasks: two independent, one after both by data, one after a declared dependency."""
import pypto.language as pl

N = 64


@pl.program
class TaskGraph:
    @pl.function(type=pl.FunctionType.InCore)
    def scale(self, x: pl.Tensor[[1, N], pl.FP32], y: pl.Out[pl.Tensor[[1, N], pl.FP32]], factor: pl.Scalar[pl.FP32]):
        y = pl.store(pl.load(x, [0, 0], [1, N]) * factor, [0, 0], y)
        return y

    @pl.function(type=pl.FunctionType.InCore)
    def add(
        self,
        a: pl.Tensor[[1, N], pl.FP32],
        b: pl.Tensor[[1, N], pl.FP32],
        y: pl.Out[pl.Tensor[[1, N], pl.FP32]],
    ):
        y = pl.store(pl.load(a, [0, 0], [1, N]) + pl.load(b, [0, 0], [1, N]), [0, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[1, N], pl.FP32], y: pl.Out[pl.Tensor[[1, N], pl.FP32]]):
        p = pl.create_tensor([1, N], dtype=pl.FP32)
        q = pl.create_tensor([1, N], dtype=pl.FP32)
        with pl.manual_scope():
            p, first = pl.submit(self.scale, x, p, 2.0)
            q, second = pl.submit(self.scale, x, q, 3.0)
            y, last = pl.submit(self.add, p, q, y, deps=[first, second])
        return y
