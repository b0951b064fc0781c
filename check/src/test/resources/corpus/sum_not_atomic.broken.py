"""Two ranks load, add and store the same row of a third."""
# ranks: 3
# entry: k
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(
        self,
        data: pl.InOut[pld.DistributedTensor[[1, 8], pl.INT32]],
        sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        out: pl.Out[pl.Tensor[[1, 8], pl.INT32]],
    ):
        me = pld.rank(pld.get_comm_ctx(sig))
        if me != 0:
            sum = pl.add(pld.tile.remote_load(data, 0, [0, 0], [1, 4]), 1)  # finds CHECK-101
            data = pld.tile.remote_store(sum, data, 0, [0, 0])  # finds CHECK-101
            pld.system.notify(sig, 0, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
        if me == 0:
            pld.system.wait(sig, [0, 0], 2, cmp=pld.WaitCmp.Ge)
            out = pl.store(pl.load(data, [0, 0], [1, 4]), [0, 0], out)
        return out
