"""c = a @ b in tiles of 8 × 8 that ask for a hand-written kernel, and one tile that no kernel fits."""
import pypto.language as pl

M, K, N = 32, 64, 24
T = 8


@pl.program
class MicroKernel:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        a: pl.Tensor[[M, K], pl.FP32],
        b: pl.Tensor[[K, N], pl.FP32],
        c: pl.Out[pl.Tensor[[M, N], pl.FP32]],
        d: pl.Out[pl.Tensor[[M, N], pl.FP32]],
    ):
        for i in pl.range(M // T):
            for j in pl.range(N // T):
                x = pl.move(pl.load(a, [i * T, 0], [T, K], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Left)
                y = pl.move(pl.load(b, [0, j * T], [K, T], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Right)
                c = pl.store(pl.matmul(x, y, micro_kernel="mac_8x8"), [i * T, j * T], c)
        left = pl.move(pl.load(a, [0, 0], [M, K], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Left)
        right = pl.move(pl.load(b, [0, 0], [K, N], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Right)
        d = pl.store(pl.matmul(left, right, micro_kernel="any"), [0, 0], d)
        return c, d

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        a: pl.Tensor[[M, K], pl.FP32],
        b: pl.Tensor[[K, N], pl.FP32],
        c: pl.Out[pl.Tensor[[M, N], pl.FP32]],
        d: pl.Out[pl.Tensor[[M, N], pl.FP32]],
    ):
        c, d = self.kernel(a, b, c, d)
        return c, d
