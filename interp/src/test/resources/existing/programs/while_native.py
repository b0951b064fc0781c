# A native while over a scalar.
#: input n=5
#: expect out[i, j] = x[i, j] + 5
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[8, 8], pl.FP32], out: pl.Out[pl.Tensor[[8, 8], pl.FP32]], n: pl.Scalar[pl.INT32]) -> pl.Tensor[[8, 8], pl.FP32]:
        t = pl.load(x, [0, 0], [8, 8])
        i = 0
        while i < n:
            t = pl.add(t, 1.0)
            i = i + 1
        return pl.store(t, [0, 0], out)
