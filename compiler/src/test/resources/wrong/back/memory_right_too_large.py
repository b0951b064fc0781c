import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[1024, 1024], pl.FP16], w: pl.Tensor[[1024, 1024], pl.FP16], y: pl.InOut[pl.Tensor[[1024, 1024], pl.FP32]]):
        xm = pl.load(x, [0, 0], [16, 256], target_memory=pl.Mem.Mat)
        wm = pl.load(w, [0, 0], [256, 256], target_memory=pl.Mem.Mat)
        left = pl.move(xm, target_memory=pl.Mem.Left)
        right = pl.move(wm, target_memory=pl.Mem.Right)  # error[COMP-322] col 9: bytes of L0B
        acc = pl.matmul(left, right)
        done = pl.store(acc, [0, 0], y)
        return done
