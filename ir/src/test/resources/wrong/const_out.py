import pypto.language as pl
@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[4, 8], pl.FP32], y: pl.Const[pl.Out[pl.Tensor[[4, 8], pl.FP32]]]):
        y = pl.store(pl.load(x, [0, 0], [4, 8]), [0, 0], y)  # error[LANG-530] col 13: `y` is marked pl.Const
        return y
