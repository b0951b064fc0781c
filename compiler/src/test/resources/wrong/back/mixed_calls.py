import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def helper(self, z: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]):
        pl.write(z, [0, 0], 1.0)

    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.InOut[pl.Tensor[[16, 16], pl.FP32]], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        xm = pl.load(x, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
        left = pl.move(xm, target_memory=pl.Mem.Left)
        right = pl.move(xm, target_memory=pl.Mem.Right)
        acc = pl.matmul(left, right)
        product = pl.move(acc, target_memory=pl.Mem.Vec)
        self.helper(y)  # error[COMP-304] col 9: `helper` is called in a kernel that runs on the matrix and the vector core
        done = pl.store(product, [0, 0], out)
        return done
