# The same with the branches exchanged.
#: tolerance 1e-5
#: expect out[i, j] = x[i, j] + x[i + 16, j] + x[i + 32, j]
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[48, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        for i in pl.range(3):
            t = pl.load(x, [i * 16, 0], [16, 16])
            if i > 0:
                total = pl.add(total, t)
            else:
                total = t
        return pl.store(total, [0, 0], out)
