# predicate= is ignored when run.
#: input gate=0
#: expect x[i, j] = 42

import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def fill(self, x: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        return pl.store(pl.tile.full([16, 16], dtype=pl.FP32, value=42.0), [0, 0], x)

    @pl.function(type=pl.FunctionType.InCore)
    def clobber(self, x: pl.Out[pl.Tensor[[16, 16], pl.FP32]]) -> pl.Tensor[[16, 16], pl.FP32]:
        return pl.store(pl.tile.full([16, 16], dtype=pl.FP32, value=999.0), [0, 0], x)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Out[pl.Tensor[[16, 16], pl.FP32]], gate: pl.Tensor[[1, 1], pl.INT32]) -> pl.Tensor[[16, 16], pl.FP32]:
        with pl.manual_scope():
            x, t = pl.submit(self.fill, x)
            x, _ = pl.submit(self.clobber, x, deps=[t], predicate=(gate[0, 0] > 0))
        return x
