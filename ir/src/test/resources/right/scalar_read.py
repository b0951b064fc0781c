import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.Opaque)
    def main(self, x: pl.Tensor[[64, 64], pl.FP32], lens: pl.Tensor[[4], pl.INT32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        n = pl.tensor.read(lens, [0])
        m: pl.Scalar[pl.INDEX] = pl.cast(n, pl.INDEX)
        for i in pl.range(m):
            with pl.at(level=pl.Level.CORE_GROUP):
                row = pl.slice(x, [1, 64], [i, 0])
                out = pl.assemble(out, pl.mul(row, 2.0), [i, 0])
        return out
