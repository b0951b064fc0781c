import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.Opaque)
    def main(self, x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        for i in pl.parallel(0, 64, 16, chunk=2):
            with pl.at(level=pl.Level.CORE_GROUP):
                out = pl.assemble(out, pl.exp(x[i:i + 16, :]), [i, 0])
        return out
