import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[pl.dynamic("M"), 16], pl.FP32], out: pl.Out[pl.Tensor[[pl.dynamic("M"), 16], pl.FP32]]):
        t = pl.load(x, [0, 0], [pl.dynamic("M"), 16])  # error[COMP-321] col 9: `t` has the extents
        done = pl.store(t, [0, 0], out)
        return done
