"""Blocks wait for blocks that get a core only after them. Fixed."""
# ranks: 1
# entry: main
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, y: pl.Out[pl.Tensor[[32, 8], pl.FP32]]):
        b = pl.tile.get_block_idx()
        y = pl.store(pl.tile.full([1, 8], dtype=pl.FP32, value=1.0), [b, 0], y)
        pl.system.syncall()
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, y: pl.Out[pl.Tensor[[32, 8], pl.FP32]]):
        y = self.k(y, core_num=24)
        return y
