# An inline function of a sibling file, specialised by its caller.
#: tolerance 1e-5
#: expect out[i, j] = x[i, j] * 2.5
import pypto.language as pl
from lib.kernels import scale


@pl.jit
def main(x: pl.Tensor[[8, 8], pl.FP32], out: pl.Out[pl.Tensor[[8, 8], pl.FP32]]):
    out[:, :] = scale(x, 2.5)
    return out
