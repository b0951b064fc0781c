import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.InOut[pl.Tensor[[8, 16], pl.FP32]]):
        for i in pl.unroll(2000):  # error[COMP-204] col 9: unrolling
            for j in pl.unroll(2000):
                t = pl.load(x, [0, 0], [8, 16])
                x = pl.store(t, [0, 0], x)
        return x
