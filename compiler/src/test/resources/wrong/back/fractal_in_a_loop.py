import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[64, 64], pl.FP16], y: pl.InOut[pl.Tensor[[64, 64], pl.FP16]], n: pl.Scalar[pl.INDEX]):
        m = pl.load(x, [0, 0], [64, 64], target_memory=pl.Mem.Mat)
        for k in pl.range(4):
            left = pl.tile.extract(m, 0, k * 8, [16, 16], target_memory=pl.Mem.Left)  # error[COMP-324] col 20: begins at column (k * 8)
            right = pl.tile.extract(m, k * 16, n, [16, 16], target_memory=pl.Mem.Right)
            acc = pl.matmul(left, right)
        return y
