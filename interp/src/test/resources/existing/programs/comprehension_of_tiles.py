# A comprehension in a kernel over constants makes several tiles.
#: expect out[i, j] = x[i, j] + x[i + 8, j] + x[i + 16, j]
#: tolerance 1e-5
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[24, 16], pl.FP32], out: pl.Out[pl.Tensor[[8, 16], pl.FP32]]) -> pl.Tensor[[8, 16], pl.FP32]:
        parts = [pl.load(x, [i * 8, 0], [8, 16]) for i in range(3)]
        total = pl.add(pl.add(parts[0], parts[1]), parts[2])
        return pl.store(total, [0, 0], out)
