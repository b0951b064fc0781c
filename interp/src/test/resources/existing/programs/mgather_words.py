# Rows of memory by an index tensor.
#: input idx=uniform
#: expect out[i, j] = x[idx[0, i], j]
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[8, 16], pl.FP32], idx: pl.Tensor[[1, 8], pl.INT32], out: pl.Out[pl.Tensor[[8, 16], pl.FP32]]) -> pl.Tensor[[8, 16], pl.FP32]:
        rows = pl.tile.mgather(x, idx, coalesce="row")
        return pl.store(rows, [0, 0], out)
