"""Two ranks write column blocks that share one column."""
# ranks: 2
# entry: k
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(
        self,
        data: pl.InOut[pld.DistributedTensor[[4, 8], pl.INT32]],
        sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        out: pl.Out[pl.Tensor[[4, 8], pl.INT32]],
    ):
        me = pld.rank(pld.get_comm_ctx(sig))
        if me == 0:
            data = pl.store(pl.tile.full([4, 4], dtype=pl.INT32, value=1), [0, 0], data)  # finds CHECK-101
        if me == 1:
            data = pld.tile.remote_store(pl.tile.full([3, 4], dtype=pl.INT32, value=2), data, 0, [1, 3])  # finds CHECK-101
        return out
