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
        product = pl.move(acc, target_memory=pl.Mem.Vec)
        written = pl.store(product, [0, 0], y)
        again = pl.load(written, [0, 0], [16, 16], target_memory=pl.Mem.Mat)  # error[COMP-303] col 17: the vector core writes `y`, which the other core reads
        al = pl.move(again, target_memory=pl.Mem.Left)
        ar = pl.move(again, target_memory=pl.Mem.Right)
        square = pl.matmul(al, ar)
        sv = pl.move(square, target_memory=pl.Mem.Vec)
        done = pl.store(sv, [0, 0], out)
        return written, done
