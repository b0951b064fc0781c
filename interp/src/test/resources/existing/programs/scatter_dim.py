# Scatter with the axis second.
#: input idx=arange
#: input base=zeros
#: expect out[i, j] = src[i, j]
import pypto.language as pl


@pl.jit
def main(base: pl.Tensor[[1, 8], pl.FP32], idx: pl.Tensor[[1, 8], pl.INT32], src: pl.Tensor[[1, 8], pl.FP32], out: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
    out[:, :] = pl.scatter(base, -1, idx, src)
    return out
