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
        for i, (o,) in pl.range(2, init_values=(y,)):
            v = pl.load(o, [0, 0], [16, 16])
            e = pl.exp(v)
            done = pl.store(e, [0, 0], out)
            more = pl.store(acc, [0, 0], o)  # error[COMP-303] col 20: the matrix core writes `y`
            last = pl.yield_(more)
        return last
