"""Two tasks of a manual scope share a tensor and declare no dependency."""
# ranks: 1
# entry: main
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def put(self, x: pl.Tensor[[1, 8], pl.FP32], y: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
        y = pl.store(pl.load(x, [0, 0], [1, 8]), [0, 0], y)  # finds CHECK-101
        return y

    @pl.function(type=pl.FunctionType.InCore)
    def get(self, y: pl.Tensor[[1, 8], pl.FP32], z: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
        z = pl.store(pl.load(y, [0, 0], [1, 8]), [0, 0], z)  # finds CHECK-101
        return z

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[1, 8], pl.FP32], z: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
        y = pl.create_tensor([1, 8], dtype=pl.FP32)
        with pl.manual_scope():
            p, a = pl.submit(self.put, x, y)
            q, b = pl.submit(self.get, y, z)
        return z
