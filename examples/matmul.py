"""c = a @ b on the matrix core, one output tile per iteration."""
import pypto.language as pl

M, K, N = 64, 64, 64
TM, TN = 32, 32


@pl.program
class Matmul:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        a: pl.Tensor[[M, K], pl.FP16],
        b: pl.Tensor[[K, N], pl.FP16],
        c: pl.Out[pl.Tensor[[M, N], pl.FP32]],
    ):
        for i in pl.range(M // TM):
            for j in pl.range(N // TN):
                a_l1 = pl.load(a, [i * TM, 0], [TM, K], target_memory=pl.MemorySpace.Mat)
                b_l1 = pl.load(b, [0, j * TN], [K, TN], target_memory=pl.MemorySpace.Mat)
                a_l0 = pl.move(a_l1, target_memory=pl.Mem.Left)
                b_l0 = pl.move(b_l1, target_memory=pl.Mem.Right)
                acc = pl.matmul(a_l0, b_l0)
                c = pl.store(acc, [i * TM, j * TN], c)
        return c

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        a: pl.Tensor[[M, K], pl.FP16],
        b: pl.Tensor[[K, N], pl.FP16],
        c: pl.Out[pl.Tensor[[M, N], pl.FP32]],
    ):
        c = self.kernel(a, b, c)
        return c
