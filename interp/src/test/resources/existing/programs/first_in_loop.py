# Values first assigned in a loop that runs, and the index after it.
#: expect out[i, j] = x[48 + i, j] + 3
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[64, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        for i in pl.range(4):
            last = pl.load(x, [i * 16, 0], [16, 16])
        return pl.store(pl.add(last, float(i)), [0, 0], out)
