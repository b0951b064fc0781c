import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[64, 64], pl.FP16], y: pl.InOut[pl.Tensor[[64, 64], pl.FP16]], n: pl.Scalar[pl.INDEX]):
        m = pl.load(x, [0, 0], [64, 64], target_memory=pl.Mem.Mat)
        left = pl.tile.extract(m, 3, 0, [16, 16], target_memory=pl.Mem.Left)  # error[COMP-324] col 16: begins at row 3
        right = pl.tile.extract(m, 0, 5, [16, 16], target_memory=pl.Mem.Right)  # error[COMP-324] col 17: begins at column 5
        acc = pl.matmul(left, right)
        return y
