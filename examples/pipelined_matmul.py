"""A matrix product whose loop loads the operands of the next step before it multiplies those of this one."""
import pypto.language as pl

M, K, N = 32, 128, 32
STEP = 32


@pl.program
class PipelinedMatmul:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        a: pl.Tensor[[M, K], pl.FP32],
        b: pl.Tensor[[K, N], pl.FP32],
        out: pl.Out[pl.Tensor[[M, N], pl.FP32]],
    ):
        left = pl.move(pl.load(a, [0, 0], [M, STEP], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Left)
        right = pl.move(pl.load(b, [0, 0], [STEP, N], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Right)
        total = pl.matmul(left, right)
        for k in pl.pipeline(STEP, K, STEP, stage=2):
            x = pl.load(a, [0, k], [M, STEP], target_memory=pl.Mem.Mat)
            y = pl.load(b, [k, 0], [STEP, N], target_memory=pl.Mem.Mat)
            total = pl.matmul_acc(
                total,
                pl.move(x, target_memory=pl.Mem.Left),
                pl.move(y, target_memory=pl.Mem.Right),
            )
        out = pl.store(total, [0, 0], out)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        a: pl.Tensor[[M, K], pl.FP32],
        b: pl.Tensor[[K, N], pl.FP32],
        out: pl.Out[pl.Tensor[[M, N], pl.FP32]],
    ):
        out = self.kernel(a, b, out)
        return out
