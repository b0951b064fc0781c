import pypto.language as pl
@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[4, 8], pl.FP32], w: pl.Tensor[[4, 8], pl.FP32], y: pl.Out[pl.Tensor[[4, 8], pl.FP32]]):
        y = pl.store(pl.load(x, [0, 0], [4, 8]) * pl.load(w, [0, 0], [4, 8]), [0, 0], y)
        return y
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.OnDevice[pl.Tensor[[4, 8], pl.FP32]], w: pl.Const[pl.OnDevice[pl.Tensor[[4, 8], pl.FP32]]], y: pl.Out[pl.OnDevice[pl.Tensor[[4, 8], pl.FP32]]]):
        y = self.k(x, w, y)
        return y
