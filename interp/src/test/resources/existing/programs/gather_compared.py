# A gather that compares: the columns of every row that are larger than a value, and how many there are.
#: input x=uniform
#: expect n[i, j] = sum(1 for k in range(16) if x[i, k] > 0.5)
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[8, 16], pl.FP32], n: pl.Out[pl.Tensor[[8, 1], pl.INT32]]) -> pl.Tensor[[8, 1], pl.INT32]:
        _, count = pl.tensor.gather(x, kvalue=0.5, cmp_mode=pl.CmpMode.gt, out_cols=16, offset=0, count_dtype=pl.INT32)
        n = pl.assemble(n, count, [0, 0])
        return n
