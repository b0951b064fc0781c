# src= of expand_clone.
#: expect y[i, j] = x[0, j]
import pypto.language as pl


@pl.jit
def main(x: pl.Tensor[[1, 16], pl.FP32], y: pl.Out[pl.Tensor[[4, 16], pl.FP32]]):
    y = pl.expand_clone(src=x, target=y)
    return y
