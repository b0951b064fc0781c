"""Every block multiplies its part of K and adds the product atomically."""
import pypto.language as pl

M, K, N = 32, 128, 32
PARTS = 4
KS = K // PARTS


@pl.program
class SplitK:
    @pl.function(type=pl.FunctionType.InCore)
    def part(
        self,
        a: pl.Tensor[[M, K], pl.FP32],
        b: pl.Tensor[[K, N], pl.FP32],
        c: pl.InOut[pl.Tensor[[M, N], pl.FP32]],
        p: pl.Scalar[pl.INDEX],
    ):
        left = pl.move(pl.load(a, [0, p * KS], [M, KS], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Left)
        right = pl.move(pl.load(b, [p * KS, 0], [KS, N], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Right)
        c = pl.store(pl.matmul(left, right), [0, 0], c, atomic=pl.AtomicType.Add)
        return c

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        a: pl.Tensor[[M, K], pl.FP32],
        b: pl.Tensor[[K, N], pl.FP32],
        c: pl.InOut[pl.Tensor[[M, N], pl.FP32]],
    ):
        for p in pl.parallel(PARTS):
            c = self.part(a, b, c, p)
        return c
