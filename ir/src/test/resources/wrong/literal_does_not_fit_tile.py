import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def f(self, x: pl.Tensor[[64, 64], pl.INT8], out: pl.Out[pl.Tensor[[64, 64], pl.INT8]]):
        t = pl.load(x, [0, 0], [16, 32])
        u = pl.add(t, 300)  # error[LANG-217] col 23: 300 does not fit INT8
        out = pl.store(t, [0, 0], out)
        return out
