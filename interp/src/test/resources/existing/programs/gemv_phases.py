# Phases of an accumulation as words.
#: input a=uniform
#: input b=0.25
#: tolerance 1e-2
#: expect out[i, j] = sum(a[i, k] * 0.25 for k in range(64))
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, a: pl.Tensor[[1, 64], pl.FP16], b: pl.Tensor[[64, 32], pl.FP16], out: pl.Out[pl.Tensor[[1, 32], pl.FP32]]) -> pl.Tensor[[1, 32], pl.FP32]:
        for k in pl.range(2):
            l = pl.move(pl.load(a, [0, k * 32], [1, 32], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Left)
            r = pl.move(pl.load(b, [k * 32, 0], [32, 32], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Right)
            if k == 0:
                acc = pl.gemv(l, r, acc_phase="partial")
            else:
                acc = pl.gemv_acc(acc, l, r, acc_phase="final")
        return pl.store(acc, [0, 0], out)
