# The same bits as another element type, without a shape.
#: input x=1
#: expect out[i, j] = 1065353216
import pypto.language as pl


@pl.jit
def main(x: pl.Tensor[[4, 8], pl.FP32], out: pl.Out[pl.Tensor[[4, 8], pl.INT32]]):
    out[:, :] = pl.tensor.reinterpret_view(x, pl.INT32)
    return out
