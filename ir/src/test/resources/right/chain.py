import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        for i in range(4):
            if 0 < i < 3 or i == 3:
                t = pl.load(x, [i * 16, 0], [16, 64])
            elif i % 2:
                t = pl.load(x, [0, 0], [16, 64])
            else:
                t = pl.load(x, [16, 0], [16, 64])
            out = pl.store(-t, [i * 16, 0], out)
        return out
