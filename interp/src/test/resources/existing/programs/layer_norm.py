# Layer norm over tensors.
#: tolerance 1e-3
#: expect out[i, j] = (x[i, j] - sum(x[i, k] for k in range(64)) / 64) / math.sqrt(sum((x[i, k] - sum(x[i, l] for l in range(64)) / 64) ** 2 for k in range(64)) / 64 + 1e-5)
import pypto.language as pl

N = 64
EPS = 1e-5


@pl.jit
def layer_norm(x: pl.Tensor[[4, N], pl.FP32], out: pl.Out[pl.Tensor[[4, N], pl.FP32]]):
    mean = pl.mul(pl.row_sum(x), 1.0 / N)
    centred = pl.row_expand_sub(x, mean)
    var = pl.mul(pl.row_sum(pl.mul(centred, centred)), 1.0 / N)
    out[:, :] = pl.row_expand_mul(centred, pl.rsqrt(pl.add(var, EPS)))
    return out
