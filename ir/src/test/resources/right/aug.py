import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        t = pl.load(x, [0, 0], [16, 64])
        t *= 2.0
        t += pl.load(x, [16, 0], [16, 64])
        n = 3
        n += 1
        out = pl.store(t * n, [0, 0], out)
        return out
