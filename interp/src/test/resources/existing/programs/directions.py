# Directions that follow from what the functions do.
#: expect b[i, j] = a[i, j] + 2
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def step(self, x: pl.Tensor[[8, 8], pl.FP32], y: pl.Tensor[[8, 8], pl.FP32]):
        y = pl.store(pl.add(pl.load(x, [0, 0], [8, 8]), 1.0), [0, 0], y)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, a: pl.Tensor[[8, 8], pl.FP32], b: pl.Tensor[[8, 8], pl.FP32]):
        mid = pl.create_tensor([8, 8], dtype=pl.FP32)
        self.step(a, mid)
        self.step(mid, b)
