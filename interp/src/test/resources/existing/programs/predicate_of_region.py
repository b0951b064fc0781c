# The same on a region.
#: input gate=0
#: expect out[i, j] = 1
#: run
#: input gate=5
#: expect out[i, j] = 2
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, out: pl.Out[pl.Tensor[[8, 8], pl.FP32]], gate: pl.Tensor[[1, 1], pl.INT32]) -> pl.Tensor[[8, 8], pl.FP32]:
        with pl.manual_scope():
            with pl.at(level=pl.Level.CORE_GROUP) as first:
                out = pl.store(pl.tile.full([8, 8], 1.0, dtype=pl.FP32), [0, 0], out)
            with pl.at(level=pl.Level.CORE_GROUP, deps=[first], predicate=gate[0, 0] > 0):
                out = pl.store(pl.tile.full([8, 8], 2.0, dtype=pl.FP32), [0, 0], out)
        return out
