"""RMSNorm and LayerNorm over the last axis."""
import pypto.language as pl

M, N = 32, 64
EPS = 1e-5


@pl.program
class Norms:
    @pl.function()
    def rms_norm(
        self,
        x: pl.Tensor[[M, N], pl.FP32],
        gamma: pl.Tensor[[1, N], pl.FP32],
        out: pl.Out[pl.Tensor[[M, N], pl.FP32]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="rms"):
            mean = pl.row_sum(x * x) / N
            out[:] = pl.col_expand_mul(pl.row_expand_mul(x, pl.rsqrt(mean + EPS)), gamma)
        return out

    @pl.function()
    def layer_norm(
        self,
        x: pl.Tensor[[M, N], pl.FP32],
        gamma: pl.Tensor[[1, N], pl.FP32],
        beta: pl.Tensor[[1, N], pl.FP32],
        out: pl.Out[pl.Tensor[[M, N], pl.FP32]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="layer"):
            centred = pl.row_expand_sub(x, pl.row_sum(x) * (1.0 / N))
            variance = pl.row_sum(centred * centred) * (1.0 / N)
            scaled = pl.row_expand_mul(centred, pl.rsqrt(variance + EPS))
            out[:] = pl.col_expand_add(pl.col_expand_mul(scaled, gamma), beta)
        return out
