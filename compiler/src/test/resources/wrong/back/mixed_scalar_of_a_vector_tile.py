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
        i = pl.cast(n, pl.INDEX)
        x2 = pl.load(x, [i, 0], [16, 16], target_memory=pl.Mem.Mat)
        l2 = pl.move(x2, target_memory=pl.Mem.Left)
        a2 = pl.matmul(l2, right)
        p2 = pl.move(a2, target_memory=pl.Mem.Vec)
        s = pl.add(p2, v)
        done = pl.store(s, [0, 0], out)
        return done
