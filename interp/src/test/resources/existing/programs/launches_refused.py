# Arguments of launches that cannot be.
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Out[pl.Tensor[[8, 8], pl.FP32]]) -> pl.Tensor[[8, 8], pl.FP32]:
        return pl.store(pl.tile.full([8, 8], 1.0, dtype=pl.FP32), [0, 0], x)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Out[pl.Tensor[[8, 8], pl.FP32]], gate: pl.Tensor[[1, 1], pl.INT32]):
        pl.spmd_submit(self.k, x, core_num=0)  # error[LANG-307] col 44: `core_num` of `k` must be a positive integer, found the integer 0
        pl.spmd_submit(self.k, x, core_num=2, sync_start=1)  # error[LANG-307] col 58: `sync_start` of `k` must be True or False, found the integer 1
        pl.submit(self.k, x, allow_early_resolve="yes")  # error[LANG-307] col 50: `allow_early_resolve` of `k` must be True or False, found the string "yes"
        pl.submit(self.k, x, predicate=gate)  # error[LANG-307] col 40: `predicate` of `k` must be a condition on scalars
        with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.UP_DOWN, 3)]):  # error[LANG-301] col 62: pl.split takes one argument, found 2
            pass
        with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.cross_core_slot(slots=3)]):  # error[LANG-305] col 81: pl.cross_core_slot takes no argument `slots`
            pass
