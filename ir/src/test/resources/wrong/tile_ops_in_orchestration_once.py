import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def f(self, x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        t = pl.load(x, [0, 0], [16, 32])  # error[LANG-620] col 13: works on tiles
        u = pl.tile.exp(t)
        out = pl.store(u, [0, 0], out)
        return out
