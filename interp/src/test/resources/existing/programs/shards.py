# Halves of the vector cores, and the whole without a split.
#: tolerance 1e-4
#: input a=uniform
#: input b=uniform
#: expect out[i, j] = sum(a[i, k] * b[k, j] for k in range(16)) + 1
import pypto.language as pl


@pl.jit
def main(a: pl.Tensor[[32, 16], pl.FP32], b: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[32, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        mm = pl.matmul(a, b, out_dtype=pl.FP32)
        for aiv in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            out[aiv * 16 : aiv * 16 + 16, 0:16] = pl.add(pl.aiv_shard(x=mm), 1.0)
    return out
