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
        part = pl.tensor.slice(y, [8, 16], [0, 0])
        product = pl.move(acc, target_memory=pl.Mem.Vec)
        e = pl.exp(product)
        done = pl.store(e, [0, 0], out)
        written = pl.store(acc, [0, 0], y)
        v = pl.load(part, [0, 0], [8, 16])  # error[COMP-303] col 13: the matrix core writes `y`
        e2 = pl.exp(v)
        done2 = pl.store(e2, [0, 0], done)
        return written, done2
