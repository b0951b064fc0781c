# valid_rows and valid_cols.
#: expect out[0, 0] = x[0, 0]
#: expect out[3, 7] = x[3, 7]
#: expect out[4, 0] = 0
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[8, 16], pl.FP32], out: pl.Out[pl.Tensor[[8, 16], pl.FP32]]) -> pl.Tensor[[8, 16], pl.FP32]:
        t = pl.load(x, [0, 0], [8, 16])
        part = pl.tile.set_validshape(t, valid_rows=4, valid_cols=8)
        return pl.store(part, [0, 0], out)
