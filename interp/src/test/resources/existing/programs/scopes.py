# Scopes with modes, and tags for debugging.
#: expect out[i, j] = x[i, j] * 4
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def double(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        return pl.store(pl.mul(pl.load(x, [0, 0], [16, 16]), 2.0), [0, 0], out)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        pl.dump_tag(x)
        with pl.scope(mode=pl.ScopeMode.AUTO):
            mid = pl.create_tensor([16, 16], dtype=pl.FP32)
            mid = self.double(pl.tensor.dump_tag(x), mid)
        with pl.scope(mode=pl.ScopeMode.MANUAL):
            out, t = pl.submit(self.double, mid, out, deps=[None], dumps=[out])
        return out
