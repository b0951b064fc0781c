# Softmax of rows with a running maximum.
#: tolerance 1e-5
#: expect out[i, j] = math.exp(x[i, j]) / sum(math.exp(x[i, k]) for k in range(32))
import pypto.language as pl

ROWS, COLS = 16, 32


@pl.program
class Softmax:
    @pl.function(type=pl.FunctionType.InCore)
    def rows(self, x: pl.Tensor[[ROWS, COLS], pl.FP32], out: pl.Out[pl.Tensor[[ROWS, COLS], pl.FP32]]) -> pl.Tensor[[ROWS, COLS], pl.FP32]:
        t = pl.load(x, [0, 0], [ROWS, COLS])
        m = pl.row_max(t)
        e = pl.exp(pl.row_expand_sub(t, m))
        s = pl.row_sum(e)
        return pl.store(pl.row_expand_div(e, s), [0, 0], out)
