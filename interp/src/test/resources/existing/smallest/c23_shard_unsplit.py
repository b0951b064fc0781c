# aiv_shard under SplitMode.NONE keeps the shape.
#: tolerance 1e-3
#: input a=uniform
#: input b=0.01
#: expect out[i, j] = math.exp(sum(a[i, k] * b[k, j] for k in range(64)))

import pypto.language as pl


@pl.jit
def f(a: pl.Tensor[[64, 64], pl.FP32], b: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        mm = pl.matmul(a, b, out_dtype=pl.FP32)
        for aiv in pl.split_aiv(2, mode=pl.SplitMode.NONE):
            out[0:64, 0:64] = pl.exp(pl.aiv_shard(mm))
    return out
