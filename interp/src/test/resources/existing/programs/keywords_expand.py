# lhs and rhs of expansions and partial ops.
#: tolerance 1e-5
#: expect out[i, j] = (x[i, j] + r[i, 0]) * c[0, j]
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[16, 32], pl.FP32], r: pl.Tensor[[16, 1], pl.FP32], c: pl.Tensor[[1, 32], pl.FP32], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]) -> pl.Tensor[[16, 32], pl.FP32]:
        t = pl.load(x, [0, 0], [16, 32])
        rv = pl.load(r, [0, 0], [16, 1])
        cv = pl.load(c, [0, 0], [1, 32])
        y = pl.row_expand_add(lhs=t, rhs=rv)
        z = pl.col_expand_mul(lhs=y, rhs=cv)
        return pl.store(tile=z, offsets=[0, 0], output_tensor=out)
