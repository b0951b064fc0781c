"""c = a @ b accumulated over K in steps of KS, with the accumulator carried by the loop."""
import pypto.language as pl

M, K, N = 32, 128, 32
KS = 32


@pl.program
class MatmulAcc:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        a: pl.Tensor[[M, K], pl.BF16],
        b: pl.Tensor[[K, N], pl.BF16],
        c: pl.Out[pl.Tensor[[M, N], pl.FP32]],
    ):
        a0 = pl.move(pl.load(a, [0, 0], [M, KS], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Left)
        b0 = pl.move(pl.load(b, [0, 0], [KS, N], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Right)
        first = pl.matmul(a0, b0)
        for k, (acc,) in pl.range(1, K // KS, init_values=(first,)):
            ak = pl.move(pl.load(a, [0, k * KS], [M, KS], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Left)
            bk = pl.move(pl.load(b, [k * KS, 0], [KS, N], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Right)
            total = pl.yield_(pl.matmul_acc(acc, ak, bk))
        c = pl.store(total, [0, 0], c)
        return c

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        a: pl.Tensor[[M, K], pl.BF16],
        b: pl.Tensor[[K, N], pl.BF16],
        c: pl.Out[pl.Tensor[[M, N], pl.FP32]],
    ):
        return self.kernel(a, b, c)
