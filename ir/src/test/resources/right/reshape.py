import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.Opaque)
    def main(self, x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            y = pl.reshape(x, [128, 32])
            z = pl.transpose(y, 0, 1)
            v = pl.reshape(z, [64, 64])
            out = pl.assemble(out, v, [0, 0])
        return out
