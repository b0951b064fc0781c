import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.Opaque)
    def main(self, x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            for aiv in pl.split_aiv(2, pl.SplitMode.UP_DOWN):
                t = pl.load(x, [aiv * 32, 0], [32, 64])
                out = pl.store(t * 2.0, [aiv * 32, 0], out)
        return out
