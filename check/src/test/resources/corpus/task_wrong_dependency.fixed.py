"""A task depends on another one than the one whose output it reads. Fixed."""
# ranks: 1
# entry: main
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def put(self, y: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
        y = pl.store(pl.tile.full([1, 8], dtype=pl.FP32, value=1.0), [0, 0], y)
        return y

    @pl.function(type=pl.FunctionType.InCore)
    def get(self, y: pl.Tensor[[1, 8], pl.FP32], z: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
        z = pl.store(pl.load(y, [0, 0], [1, 8]), [0, 0], z)
        return z

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, z: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
        x = pl.create_tensor([1, 8], dtype=pl.FP32)
        y = pl.create_tensor([1, 8], dtype=pl.FP32)
        with pl.manual_scope():
            p, a = pl.submit(self.put, x)
            q, b = pl.submit(self.put, y)
            r, c = pl.submit(self.get, y, z, deps=[b])
        return z
