import pypto.language as pl
@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[4, 8], pl.FP32], y: pl.Out[pl.Tensor[[4, 8], pl.FP32]]):
        y = pl.store(pl.load(x, [0, 0], [4, 8]), [0, 0], y)
        return y
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, w: pl.Const[pl.Tensor[[4, 8], pl.FP32]], y: pl.Out[pl.Tensor[[4, 8], pl.FP32]]):
        w = self.k(w, w)  # error[LANG-530] col 13: `w` is marked pl.Const, but
        y = self.k(w, y)
        return y
