import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[4, 8, 16], pl.FP32], y: pl.InOut[pl.Tensor[[2, 8, 16], pl.FP32]]):
        t = pl.load(x, [0, 0, 0], [4, 8, 16])
        s = pl.slice(t, [2, 8, 16], [1, 0, 0])  # error[COMP-222] col 13: tiles of two dimensions
        y = pl.store(s, [0, 0, 0], y)
        return y
