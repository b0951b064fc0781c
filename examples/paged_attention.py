"""One query row against a cache whose blocks lie anywhere; a table says where."""
import pypto.language as pl

BLOCKS, PAGE, D = 4, 16, 32
SCALE = 0.17677669529663687


@pl.program
class PagedAttention:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        q: pl.Tensor[[1, D], pl.FP32],
        k_cache: pl.Tensor[[BLOCKS * PAGE, D], pl.FP32],
        v_cache: pl.Tensor[[BLOCKS * PAGE, D], pl.FP32],
        table: pl.Tensor[[BLOCKS], pl.INT32],
        out: pl.Out[pl.Tensor[[1, D], pl.FP32]],
        used: pl.Scalar[pl.INDEX],
    ):
        query = pl.load(q, [0, 0], [1, D])
        top0 = pl.tile.full([1, 1], -1e30, dtype=pl.FP32)
        sum0 = pl.tile.full([1, 1], 0.0, dtype=pl.FP32)
        acc0 = pl.tile.full([1, D], 0.0, dtype=pl.FP32)
        for b, (top, total, acc) in pl.range(used, init_values=(top0, sum0, acc0)):
            page = pl.tensor.read(table, [b])
            keys = pl.load(k_cache, [page * PAGE, 0], [PAGE, D])
            values = pl.load(v_cache, [page * PAGE, 0], [PAGE, D])
            scores = pl.row_sum(pl.col_expand_mul(keys, query)) * SCALE
            new_top = pl.maximum(top, pl.tile.col_max(scores))
            weights = pl.exp(pl.tile.col_expand_sub(scores, new_top))
            shrink = pl.exp(top - new_top)
            new_total = total * shrink + pl.tile.col_sum(weights)
            part = pl.tile.col_sum(pl.row_expand_mul(values, weights))
            new_acc = pl.row_expand_mul(acc, shrink) + part
            top_end, total_end, acc_end = pl.yield_(new_top, new_total, new_acc)
        out = pl.store(pl.row_expand_div(acc_end, total_end), [0, 0], out)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        q: pl.Tensor[[1, D], pl.FP32],
        k_cache: pl.Tensor[[BLOCKS * PAGE, D], pl.FP32],
        v_cache: pl.Tensor[[BLOCKS * PAGE, D], pl.FP32],
        table: pl.Tensor[[BLOCKS], pl.INT32],
        out: pl.Out[pl.Tensor[[1, D], pl.FP32]],
        used: pl.Scalar[pl.INDEX],
    ):
        out = self.kernel(q, k_cache, v_cache, table, out, used)
        return out
