import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def f(self, x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        t: pl.Tile[[16, 32], pl.FP32, pl.MemRef("ub", slots=0), pl.Mem.Vec] = pl.load(x, [0, 0], [16, 32])  # error[LANG-510] col 61: expected 1 to 1024, found 0
        out = pl.store(t, [0, 0], out)
        return out
