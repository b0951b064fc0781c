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
        pl.write(y, [0, 0], 1.0)
        ym = pl.load(y, [0, 0], [16, 16], target_memory=pl.Mem.Mat)  # error[COMP-303] col 14: the vector core writes `y`
        yl = pl.move(ym, target_memory=pl.Mem.Left)
        yr = pl.move(ym, target_memory=pl.Mem.Right)
        a2 = pl.matmul(yl, yr)
        p2 = pl.move(a2, target_memory=pl.Mem.Vec)
        s = pl.add(product, p2)
        done = pl.store(s, [0, 0], out)
        return done
