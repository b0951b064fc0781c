# Rows of a cache by index.
#: input idx=2
#: expect cache[0, j] = 0
#: expect cache[2, j] = row[0, j]
import pypto.language as pl


@pl.jit
def main(cache: pl.InOut[pl.Tensor[[4, 8], pl.FP32]], idx: pl.Tensor[[1, 1], pl.INT32], row: pl.Tensor[[1, 8], pl.FP32]):
    cache = pl.scatter_update(cache, -2, idx, row)
    return cache
