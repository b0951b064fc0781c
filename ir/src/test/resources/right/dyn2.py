import pypto.language as pl
import pypto.language.distributed as pld

M = pl.dynamic("M")
N = pl.dynamic("N")

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[M, N], pl.FP32], out: pl.Out[pl.Tensor[[M, N], pl.FP32]]) -> pl.Tensor[[M, N], pl.FP32]:
        M_dim = pl.tensor.dim(x, 0)
        for i in pl.range(0, M_dim, 32):
            t = pl.load(x, [i, 0], [32, 64], valid_shape=[pl.min(32, M_dim - i), 64])
            out = pl.store(pl.add(t, t), [i, 0], out)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[M, N], pl.FP32], out: pl.Out[pl.Tensor[[M, N], pl.FP32]]) -> pl.Tensor[[M, N], pl.FP32]:
        out = self.k(x, out)
        return out
