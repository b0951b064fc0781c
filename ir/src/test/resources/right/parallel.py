import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.Opaque)
    def main(self, x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        for i in pl.parallel(0, 64, 16):
            with pl.at(level=pl.Level.CORE_GROUP):
                t = pl.slice(x, [16, 64], [i, 0])
                e = pl.exp(t)
                out = pl.assemble(out, e, [i, 0])
        return out
