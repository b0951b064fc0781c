# jit from its own module, with members.
#: expect out[i] = a[i] * b[i]
import pypto.language as pl
from pypto.jit import jit


@jit.inline
def product(a: pl.Tensor, b: pl.Tensor):
    return pl.mul(a, b)


@jit
def main(a: pl.Tensor[[64], pl.FP32], b: pl.Tensor[[64], pl.FP32], out: pl.Out[pl.Tensor[[64], pl.FP32]]):
    out[:] = product(a, b)
    return out
