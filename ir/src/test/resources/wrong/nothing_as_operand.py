import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def f(self, x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        t = pl.load(x, [0, 0], [16, 32])
        u = pl.tile.add(t, pl.system.fence())  # error[LANG-302] col 28: found nothing
        out = pl.store(t, [0, 0], out)
        return out
