import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        buf = pl.MemRef("ub", slots=2)
        for i in pl.range(4):
            t: pl.Tile[[16, 64], pl.FP32, buf[i % 2], pl.Mem.Vec] = pl.load(x, [i * 16, 0], [16, 64])
            out = pl.store(t, [i * 16, 0], out)
        return out
