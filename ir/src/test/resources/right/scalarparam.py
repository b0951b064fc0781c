import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]], s: pl.FP32, n: pl.INT32):
        t = pl.load(x, [0, 0], [16, 64])
        out = pl.store(t * s + pl.cast(n, pl.FP32), [0, 0], out)
        return out
