# Values that both branches assign first.
#: input n=3
#: expect out[i, j] = x[i, j] + 1
#: run
#: input n=7
#: expect out[i, j] = x[i, j] * 2 + 0.5
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]], n: pl.Scalar[pl.INT32]) -> pl.Tensor[[16, 16], pl.FP32]:
        t = pl.load(x, [0, 0], [16, 16])
        if n < 5:
            y = pl.add(t, 1.0)
            bias = 0.0
        elif n < 10:
            y = pl.mul(t, 2.0)
            bias = 0.5
        else:
            y = t
            bias = 9.0
        return pl.store(pl.add(y, bias), [0, 0], out)
