import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        for i in pl.range(4):
            o = 0 if i == 0 else (i - 1) * 16
            s = 1.0 if i > 2 else 2.0
            t = pl.load(x, [o, 0], [16, 64])
            out = pl.store(t * s, [o, 0], out)
        return out
