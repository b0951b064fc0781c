import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        xm = pl.load(x, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
        left = pl.move(xm, target_memory=pl.Mem.Left)
        right = pl.move(xm, target_memory=pl.Mem.Right)
        acc = pl.matmul(left, right)
        v = pl.load(x, [0, 0], [16, 16])
        old = pl.load(y, [0, 0], [16, 16])
        s = pl.add(v, old)
        written = pl.store(acc, [0, 0], y)  # error[COMP-303] col 19: the matrix core writes `y`, which the other core reads
        done = pl.store(s, [0, 0], out)
        return written, done
