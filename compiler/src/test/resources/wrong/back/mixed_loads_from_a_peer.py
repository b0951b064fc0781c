import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[16, 16], pl.FP32], data: pl.InOut[pld.DistributedTensor[[16, 16], pl.FP32]], sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        xm = pl.load(x, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
        left = pl.move(xm, target_memory=pl.Mem.Left)
        right = pl.move(xm, target_memory=pl.Mem.Right)
        acc = pl.matmul(left, right)
        product = pl.move(acc, target_memory=pl.Mem.Vec)
        far = pld.tile.remote_load(data, 1, [0, 0], [16, 16])  # error[COMP-305] col 15: communicates in a kernel
        s = pl.add(product, far)
        done = pl.store(s, [0, 0], out)
        return done
