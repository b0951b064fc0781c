# pl.tensor.create_tensor.
#: expect out[i, j] = x[i, j] + 1
import pypto.language as pl


@pl.jit
def main(x: pl.Tensor[[8, 8], pl.FP32], out: pl.Out[pl.Tensor[[8, 8], pl.FP32]]):
    tmp = pl.tensor.create_tensor([8, 8], dtype=pl.FP32)
    tmp[:, :] = pl.add(x, 1.0)
    out[:, :] = tmp
    return out
