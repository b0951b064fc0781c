# A loop that may not run assigns nothing.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[64, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]], n: pl.Scalar[pl.INT32]) -> pl.Tensor[[16, 16], pl.FP32]:
        for i in pl.range(n):
            last = pl.load(x, [i * 16, 0], [16, 16])
        return pl.store(last, [0, 0], out)  # error[LANG-601] col 16: `last` may be used before it has a value
