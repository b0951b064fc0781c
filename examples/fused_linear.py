"""y = relu(x @ w + bias), a jit family whose shapes come from the run or from the annotations."""
import pypto.language as pl

M, K, N = 32, 64, 32


@pl.jit.inline
def relu(x: pl.Tensor):
    return pl.tensor.relu(x)


@pl.jit
def fused_linear(
    x: pl.Tensor[[M, K], pl.FP32],
    w: pl.Tensor[[K, N], pl.FP32],
    bias: pl.Tensor[[1, N], pl.FP32],
    y: pl.Out[pl.Tensor[[M, N], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        product = pl.matmul(x, w)
        y[:] = relu(pl.col_expand_add(product, bias))
    return y
