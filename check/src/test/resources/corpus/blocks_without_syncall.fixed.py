"""A block reads its row of its neighbour before all blocks have stored theirs. Fixed."""
# ranks: 1
# entry: main
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, y: pl.InOut[pl.Tensor[[2, 8], pl.FP32]], z: pl.Out[pl.Tensor[[2, 8], pl.FP32]]):
        b = pl.tile.get_block_idx()
        y = pl.store(pl.tile.full([1, 8], dtype=pl.FP32, value=1.0), [b, 0], y)
        pl.system.syncall()
        z = pl.store(pl.load(y, [1 - b, 0], [1, 8]), [b, 0], z)
        return z

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, y: pl.InOut[pl.Tensor[[2, 8], pl.FP32]], z: pl.Out[pl.Tensor[[2, 8], pl.FP32]]):
        z = self.k(y, z, core_num=2)
        return z
