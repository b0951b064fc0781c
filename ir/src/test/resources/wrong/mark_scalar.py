import pypto.language as pl
@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Out[pl.Tensor[[4, 8], pl.FP32]], n: pl.OnDevice[pl.Scalar[pl.INT32]]):  # error[LANG-529] col 59: pl.OnDevice marks a tensor
        x = pl.store(pl.tile.full([4, 8], dtype=pl.FP32, value=1.0), [0, 0], x)
        return x
