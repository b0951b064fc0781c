# The same by keyword.
#: input idx=3
#: expect out[i, j] = x[i, 3]
import pypto.language as pl


@pl.jit
def main(x: pl.Tensor[[4, 8], pl.FP32], idx: pl.Tensor[[4, 8], pl.INT32], out: pl.Out[pl.Tensor[[4, 8], pl.FP32]]):
    out[:, :] = pl.tensor.gather(x, dim=-1, index=idx)
    return out
