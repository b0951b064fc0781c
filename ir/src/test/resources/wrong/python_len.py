import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Tensor[[64, 64], pl.FP16], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]], n: pl.Scalar[pl.INT32]):
        for i in pl.range(len(x)):  # error[LANG-214] col 27: `len` works on constants, found Tensor
            pass
        a = pl.load(x, [0, 0], [64, 64])
        out = pl.store(a, [0, 0], out)
        return out
