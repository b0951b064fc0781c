import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.Opaque)
    def main(self, x: pl.Tensor[[64, 64], pl.FP32], table: pl.Tensor[[64], pl.INT32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        for i in pl.range(64):
            v = table[i]
            if v > 0:
                out[i, 0] = x[i, 1] * 2.0
        return out
