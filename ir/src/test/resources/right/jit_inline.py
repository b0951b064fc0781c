import pypto.language as pl
import pypto.language.distributed as pld

@pl.jit.inline
def silu(x):
    return x / (1.0 + pl.exp(-x))

@pl.jit
def main(a: pl.Tensor[[64, 64], pl.FP32], c: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        c[:] = silu(a)
    return c
