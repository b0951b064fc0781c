"""Attention of one head without the full score matrix: running maximum, sum and output."""
import pypto.language as pl

S, D = 64, 32
BLOCK = 16
SCALE = 0.17677669529663687


@pl.program
class FlashAttention:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        q: pl.Tensor[[S, D], pl.FP32],
        k: pl.Tensor[[S, D], pl.FP32],
        v: pl.Tensor[[S, D], pl.FP32],
        out: pl.Out[pl.Tensor[[S, D], pl.FP32]],
    ):
        for i in pl.range(S // BLOCK):
            qi = pl.move(pl.load(q, [i * BLOCK, 0], [BLOCK, D], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Left)
            top0 = pl.tile.full([BLOCK, 1], -1e30, dtype=pl.FP32)
            sum0 = pl.tile.full([BLOCK, 1], 0.0, dtype=pl.FP32)
            acc0 = pl.tile.full([BLOCK, D], 0.0, dtype=pl.FP32)
            for j, (top, total, acc) in pl.range(S // BLOCK, init_values=(top0, sum0, acc0)):
                kj = pl.transpose(pl.load(k, [j * BLOCK, 0], [BLOCK, D]), 0, 1)
                kt = pl.move(kj, target_memory=pl.Mem.Right)
                scores = pl.move(pl.matmul(qi, kt), target_memory=pl.Mem.Vec) * SCALE
                new_top = pl.maximum(top, pl.row_max(scores))
                weights = pl.exp(pl.row_expand_sub(scores, new_top))
                shrink = pl.exp(pl.sub(top, new_top))
                new_total = total * shrink + pl.row_sum(weights)
                vj = pl.move(pl.load(v, [j * BLOCK, 0], [BLOCK, D], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Right)
                part = pl.move(pl.matmul(pl.move(weights, target_memory=pl.Mem.Left), vj), target_memory=pl.Mem.Vec)
                new_acc = pl.row_expand_mul(acc, shrink) + part
                top_end, total_end, acc_end = pl.yield_(new_top, new_total, new_acc)
            out = pl.store(pl.row_expand_div(acc_end, total_end), [i * BLOCK, 0], out)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(
        self,
        q: pl.Tensor[[S, D], pl.FP32],
        k: pl.Tensor[[S, D], pl.FP32],
        v: pl.Tensor[[S, D], pl.FP32],
        out: pl.Out[pl.Tensor[[S, D], pl.FP32]],
    ):
        out = self.kernel(q, k, v, out)
        return out
