# An accumulator that the first iteration makes.
#: tolerance 1e-4
#: expect out[i, j] = sum(a[i, k] * b[k, j] for k in range(64))
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, a: pl.Tensor[[16, 64], pl.FP32], b: pl.Tensor[[64, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        for k in pl.range(0, 64, 16):
            l = pl.move(pl.load(a, [0, k], [16, 16], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Left)
            r = pl.move(pl.load(b, [k, 0], [16, 16], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Right)
            if k == 0:
                acc = pl.matmul(l, r, out_dtype=pl.FP32)
            else:
                acc = pl.matmul_acc(acc, l, r)
        return pl.store(acc, [0, 0], out)
