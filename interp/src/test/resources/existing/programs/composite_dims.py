# Extents computed from dynamic dimensions; a composite one is checked when the program runs.
#: input x=randn:32x24:f32
#: input y=zeros:32x25:f32
#: expect y[i, 24] = 24
#: run
#: input x=randn:30x24:f32
#: input y=zeros:32x25:f32
#: fails EXEC-121
import pypto.language as pl

M = pl.dynamic("M")
N = pl.dynamic("N")
WIDE = N + 1


@pl.program
class P:
    @pl.function
    def main(self, x: pl.Tensor[[M * 4, N], pl.FP32], y: pl.Out[pl.Tensor[[M * 4, WIDE], pl.FP32]]) -> pl.Tensor[[M * 4, WIDE], pl.FP32]:
        for i in pl.range(M * 4):
            y[i, N] = pl.cast(N, pl.FP32)
        return y
