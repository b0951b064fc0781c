import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.InOut[pl.Tensor[[8, 16], pl.FP32]]):
        for b in pl.spmd(2):  # error[COMP-211] col 9: core
            t = pl.load(x, [b * 4, 0], [4, 16])
            x = pl.store(t, [b * 4, 0], x)
        return x
