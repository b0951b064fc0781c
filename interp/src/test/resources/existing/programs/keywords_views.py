# tensor= and tile= of views.
#: expect out[i, j] = x[j, i + 8]
import pypto.language as pl


@pl.jit
def main(x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[8, 16], pl.FP32]]):
    part = pl.tensor.slice(tensor=x, shape=[16, 8], offset=[0, 8])
    out[:, :] = pl.tensor.transpose(tensor=part, axis1=0, axis2=1)
    return out
