import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        t = pl.load(x, [0, 0], [16, 64], valid_shape=[10, 64])
        u = pl.fillpad(t, pad_value=pl.PadValue.min)
        out = pl.store(u, [0, 0], out)
        return out
