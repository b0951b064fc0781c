import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.Opaque)
    def main(self, x: pl.Tensor[[pl.dynamic("M"), 64], pl.FP32], out: pl.Out[pl.Tensor[[pl.dynamic("M"), 64], pl.FP32]]):
        rows = pl.tensor.dim(x, 0)
        for i in pl.parallel(rows // 16):
            with pl.at(level=pl.Level.CORE_GROUP):
                out = pl.assemble(out, pl.abs(pl.slice(x, [16, 64], [i * 16, 0])), [i * 16, 0])
        return out
