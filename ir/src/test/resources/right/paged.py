import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.Opaque)
    def main(self, x: pl.Tensor[[64, 64], pl.FP32], table: pl.Tensor[[2], pl.INT32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        for b in pl.parallel(2):
            with pl.at(level=pl.Level.CORE_GROUP):
                blk = pl.tensor.read(table, [b])
                k = pl.slice(x, [16, 64], [blk * 16, 0])
                out = pl.assemble(out, k, [b * 16, 0])
        return out
