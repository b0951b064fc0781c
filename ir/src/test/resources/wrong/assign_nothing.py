import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def f(self, x: pl.Tensor[[64, 64], pl.FP32], h: pl.Tensor[[64, 64], pl.FP16], out: pl.InOut[pl.Tensor[[64, 64], pl.FP32]], n: pl.Scalar[pl.INDEX]):
        t = pl.load(x, [0, 0], [16, 32])
        u = pl.load(h, [0, 0], [16, 32])
        y = pl.system.fence()  # error[LANG-405] col 13: returns no value
        return out
