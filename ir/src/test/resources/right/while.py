import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        i: pl.Scalar[pl.INDEX] = 0
        while i < 64:
            t = pl.load(x, [i, 0], [16, 64])
            out = pl.store(t, [i, 0], out)
            i = i + 16
        return out
