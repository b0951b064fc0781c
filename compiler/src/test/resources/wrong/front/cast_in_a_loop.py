import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[8, 32], pl.BF16], y: pl.InOut[pl.Tensor[[8, 32], pl.INT8]]):
        for i in pl.range(2):
            t = pl.load(x, [i * 4, 0], [4, 32])
            u = pl.cast(t, pl.INT8)  # error[COMP-221] col 17: cannot convert BF16 to INT8
            y = pl.store(u, [i * 4, 0], y)
        return y
