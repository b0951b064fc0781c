import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        t = pl.load(x, [0, 0], [16, 64])
        r = pl.row_max(t)
        rr = pl.reshape(r, [1, 16])
        c = pl.col_max(t)
        u = pl.col_expand_mul(t, c)
        out = pl.store(u, [0, 0], out)
        return out
