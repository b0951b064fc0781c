# Scopes that cannot be nested.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Out[pl.Tensor[[8, 8], pl.FP32]]):
        with pl.spmd(2):
            with pl.spmd(2):  # error[LANG-424] col 13: pl.spmd inside pl.spmd
                x = pl.store(pl.tile.full([8, 8], 1.0, dtype=pl.FP32), [0, 0], x)
        with pl.manual_scope():
            with pl.scope():  # error[LANG-424] col 13: a scope of tasks inside pl.manual_scope
                with pl.at(level=pl.Level.CORE_GROUP):
                    x = pl.store(pl.tile.full([8, 8], 1.0, dtype=pl.FP32), [0, 0], x)
