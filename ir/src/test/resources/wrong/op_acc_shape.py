import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def f(self, x: pl.Tensor[[64, 64], pl.FP32], h: pl.Tensor[[64, 64], pl.FP16], out: pl.InOut[pl.Tensor[[64, 64], pl.FP32]], n: pl.Scalar[pl.INDEX]):
        t = pl.load(x, [0, 0], [16, 32])
        u = pl.load(h, [0, 0], [16, 32])
        l = pl.move(t, target_memory=pl.Mem.Left)
        r = pl.move(pl.load(x, [0, 0], [32, 16]), target_memory=pl.Mem.Right)
        acc = pl.create_tile([8, 16], dtype=pl.FP32, target_memory=pl.Mem.Acc)
        acc = pl.matmul_acc(acc, l, r)  # error[LANG-304] col 29: the accumulator must have the shape
        return out
