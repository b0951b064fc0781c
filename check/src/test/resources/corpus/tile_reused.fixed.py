"""A tile of memory is filled again once it was stored."""
# ranks: 1
# entry: main
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def fill(self, x: pl.Tensor[[1, 8], pl.FP32], t: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
        t = pl.store(pl.load(x, [0, 0], [1, 8]), [0, 0], t)
        return t

    @pl.function(type=pl.FunctionType.InCore)
    def flush(self, t: pl.Tensor[[1, 8], pl.FP32], z: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
        z = pl.store(pl.load(t, [0, 0], [1, 8]), [0, 0], z)
        return z

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[1, 8], pl.FP32], z: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
        t = pl.create_tensor([1, 8], dtype=pl.FP32)
        with pl.manual_scope():
            p, a = pl.submit(self.fill, x, t)
            q, b = pl.submit(self.flush, t, z, deps=[a])
            r, c = pl.submit(self.fill, x, t, deps=[a, b])
        return z
