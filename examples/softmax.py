"""Row-wise softmax of 16 rows at a time."""
import pypto.language as pl

M, N = 64, 128
ROWS = 16


@pl.program
class Softmax:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[M, N], pl.FP32], out: pl.Out[pl.Tensor[[M, N], pl.FP32]]):
        for i in pl.range(0, M, ROWS):
            t = pl.load(x, [i, 0], [ROWS, N])
            tmp = pl.create_tile([ROWS, N], dtype=pl.FP32, target_memory=pl.Mem.Vec)
            top = pl.row_max(t, tmp)
            e = pl.exp(pl.row_expand_sub(t, top))
            total = pl.row_sum(e, tmp)
            out = pl.store(pl.row_expand_div(e, total), [i, 0], out)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[M, N], pl.FP32], out: pl.Out[pl.Tensor[[M, N], pl.FP32]]):
        out = self.kernel(x, out)
        return out
