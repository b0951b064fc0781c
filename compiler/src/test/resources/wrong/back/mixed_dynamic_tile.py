import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]], n: pl.Scalar[pl.INDEX]):
        xm = pl.load(x, [0, 0], [n, 16], target_memory=pl.Mem.Mat)
        rm = pl.load(x, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
        left = pl.move(xm, target_memory=pl.Mem.Left)
        right = pl.move(rm, target_memory=pl.Mem.Right)
        acc = pl.matmul(left, right)
        product = pl.move(acc, target_memory=pl.Mem.Vec)  # error[COMP-302] col 19: goes from one core to the other, but its size is not known
        done = pl.store(product, [0, 0], out)
        return done
