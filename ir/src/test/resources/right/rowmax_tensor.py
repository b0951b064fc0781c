import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.Opaque)
    def main(self, x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            m = pl.row_max(x)
            e = pl.exp(pl.row_expand_sub(x, m))
            s = pl.row_sum(e)
            out[:] = pl.row_expand_div(e, s)
        return out
