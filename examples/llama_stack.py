"""Layers of a small transformer: norm, attention, residual, norm, gated feed-forward, residual."""
import pypto.language as pl

S, D, F, LAYERS = 16, 32, 64, 2
EPS = 1e-5


@pl.program
class LlamaStack:
    @pl.function(type=pl.FunctionType.Inline)
    def norm(self, x: pl.Tensor[[S, D], pl.FP32], gamma: pl.Tensor[[1, D], pl.FP32]) -> pl.Tensor[[S, D], pl.FP32]:
        mean = pl.row_sum(x * x) * (1.0 / D)
        return pl.col_expand_mul(pl.row_expand_mul(x, pl.rsqrt(mean + EPS)), gamma)

    @pl.function(type=pl.FunctionType.Inline)
    def attention(
        self,
        x: pl.Tensor[[S, D], pl.FP32],
        wq: pl.Tensor[[D, D], pl.FP32],
        wk: pl.Tensor[[D, D], pl.FP32],
        wv: pl.Tensor[[D, D], pl.FP32],
    ) -> pl.Tensor[[S, D], pl.FP32]:
        scores = pl.matmul(pl.matmul(x, wq), pl.matmul(x, wk), b_trans=True) * 0.17677669529663687
        weights = pl.exp(pl.row_expand_sub(scores, pl.row_max(scores)))
        return pl.row_expand_div(pl.matmul(weights, pl.matmul(x, wv)), pl.row_sum(weights))

    @pl.function(type=pl.FunctionType.Inline)
    def feed_forward(
        self,
        x: pl.Tensor[[S, D], pl.FP32],
        w1: pl.Tensor[[D, F], pl.FP32],
        w2: pl.Tensor[[F, D], pl.FP32],
        w3: pl.Tensor[[D, F], pl.FP32],
    ) -> pl.Tensor[[S, D], pl.FP32]:
        gate = pl.matmul(x, w1)
        hidden = gate * pl.recip(pl.exp(-gate) + 1.0) * pl.matmul(x, w3)
        return pl.matmul(hidden, w2)

    @pl.function()
    def main(
        self,
        x: pl.Tensor[[S, D], pl.FP32],
        gammas: pl.Tensor[[2 * LAYERS, D], pl.FP32],
        wq: pl.Tensor[[LAYERS, D, D], pl.FP32],
        wk: pl.Tensor[[LAYERS, D, D], pl.FP32],
        wv: pl.Tensor[[LAYERS, D, D], pl.FP32],
        w1: pl.Tensor[[LAYERS, D, F], pl.FP32],
        w2: pl.Tensor[[LAYERS, F, D], pl.FP32],
        w3: pl.Tensor[[LAYERS, D, F], pl.FP32],
        out: pl.Out[pl.Tensor[[S, D], pl.FP32]],
    ):
        hidden = pl.create_tensor([S, D], dtype=pl.FP32)
        hidden[:] = x
        for layer in pl.range(LAYERS):
            with pl.at(level=pl.Level.CORE_GROUP):
                normed = self.norm(hidden, gammas[2 * layer : 2 * layer + 1, :])
                mixed = hidden + self.attention(normed, wq[layer], wk[layer], wv[layer])
                second = self.norm(mixed, gammas[2 * layer + 1 : 2 * layer + 2, :])
                hidden[:] = mixed + self.feed_forward(second, w1[layer], w2[layer], w3[layer])
        out[:] = hidden
        return out
