# Columns of FP16 are added in FP16: 2048 + 1 + 1 + 1 row after row, and in a tree with a scratch tile.
#: input x=1
#: expect each[i, j] = 2048
#: expect tree[i, j] = 2050
#: expect rows[i, j] = 4
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(
        self,
        x: pl.InOut[pl.Tensor[[4, 16], pl.FP16]],
        each: pl.Out[pl.Tensor[[1, 16], pl.FP16]],
        tree: pl.Out[pl.Tensor[[1, 16], pl.FP16]],
        rows: pl.Out[pl.Tensor[[1, 1], pl.FP16]],
    ):
        rows = pl.store(pl.row_sum(pl.load(x, [1, 0], [1, 4])), [0, 0], rows)
        x = pl.store(pl.tile.full([1, 16], dtype=pl.FP16, value=2048.0), [0, 0], x)
        t = pl.load(x, [0, 0], [4, 16])
        each = pl.store(pl.col_sum(t), [0, 0], each)
        scratch = pl.create_tile([4, 16], pl.FP16, pl.Mem.Vec)
        tree = pl.store(pl.tile.col_sum(t, tmp_tile=scratch), [0, 0], tree)
