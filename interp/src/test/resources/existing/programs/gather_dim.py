# The axis before the index.
#: input idx=uniform
#: expect out[i, j] = x[i, idx[i, j]]
import pypto.language as pl


@pl.jit
def main(x: pl.Tensor[[4, 8], pl.FP32], idx: pl.Tensor[[4, 8], pl.INT32], out: pl.Out[pl.Tensor[[4, 8], pl.FP32]]):
    out[:, :] = pl.gather(x, -1, idx)
    return out
