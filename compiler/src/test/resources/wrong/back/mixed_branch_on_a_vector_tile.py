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
        v = pl.load(y, [0, 0], [16, 16])
        n = pl.tile.read(v, [0, 0])  # error[COMP-306] col 9: `n` is computed on the vector core, but the matrix core needs it
        if n > 0.5:
            p2 = pl.move(acc, target_memory=pl.Mem.Vec)
            done = pl.store(p2, [0, 0], out)
            last = pl.yield_(done)
        else:
            last = pl.yield_(out)
        return last
