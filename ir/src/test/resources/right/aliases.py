import pypto.language as pl
import pypto.language.distributed as pld

from pypto.language import Tensor
@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
        t = pl.load(x, offsets=[0, 0], shapes=[16, 16])
        a = pl.tile.maximum(t, t)
        b = pl.max(a, t)
        c = pl.min(b, 3.0)
        d = pl.maxs(c, 1.0) if False else c
        out = pl.store(d, offsets=[0, 0], out_tensor=out)
        return out
