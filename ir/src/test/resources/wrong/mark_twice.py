import pypto.language as pl
@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Const[pl.OnDevice[pl.Const[pl.Tensor[[4, 8], pl.FP32]]]], y: pl.Out[pl.Tensor[[4, 8], pl.FP32]]):  # error[LANG-510] col 20: pl.Const is written twice
        y = pl.store(pl.load(x, [0, 0], [4, 8]), [0, 0], y)
        return y
