# One name for two extents: every parameter has the shape of its own array.
#: input a=randn:16x8:f32
#: input b=randn:32x8:f32
#: expect out[i, j] = a[i, j] + b[i + 16, j]
import pypto.language as pl

M = pl.dynamic("M")


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, a: pl.Tensor[[M, 8], pl.FP32], b: pl.Tensor[[M, 8], pl.FP32], out: pl.Out[pl.Tensor[[16, 8], pl.FP32]]) -> pl.Tensor[[16, 8], pl.FP32]:
        return pl.store(pl.add(pl.load(a, [0, 0], [16, 8]), pl.load(b, [16, 0], [16, 8])), [0, 0], out)
