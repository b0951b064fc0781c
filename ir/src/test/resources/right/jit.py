import pypto.language as pl
import pypto.language.distributed as pld

@pl.jit.incore
def add_kernel(a: pl.Tensor, b: pl.Tensor, c: pl.Out[pl.Tensor]):
    M, N = a.shape
    ta = pl.load(a, [0, 0], [M, N])
    tb = pl.load(b, [0, 0], [M, N])
    pl.store(pl.add(ta, tb), [0, 0], c)
    return c

@pl.jit
def add(a: pl.Tensor[[64, 64], pl.FP32], b: pl.Tensor[[64, 64], pl.FP32], c: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    c = add_kernel(a, b, c)
    return c
