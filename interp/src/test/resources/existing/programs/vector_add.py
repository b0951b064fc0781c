# The plainest kernel.
#: expect c[i] = a[i] + b[i]
import pypto.language as pl


@pl.jit
def vector_add(a: pl.Tensor[[256], pl.FP32], b: pl.Tensor[[256], pl.FP32], c: pl.Out[pl.Tensor[[256], pl.FP32]]):
    c[:] = a + b
    return c
