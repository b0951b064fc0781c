"""The sender fills the slot again before the receiver has read it. Fixed."""
# ranks: 2
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
        more: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        out: pl.Out[pl.Tensor[[1, 8], pl.INT32]],
    ):
        me = pld.rank(pld.get_comm_ctx(sig))
        n = pld.nranks(pld.get_comm_ctx(sig))
        right = (me + 1) % n
        left = (me + n - 1) % n
        if me == 0:
            for i in pl.range(2):
                pld.system.wait(sig, [1, 0], i, cmp=pld.WaitCmp.Ge)
                data = pld.tile.remote_store(pl.tile.full([1, 4], dtype=pl.INT32, value=i), data, 1, [0, 0])
                pld.system.notify(sig, 1, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
        if me == 1:
            for i in pl.range(2):
                pld.system.wait(sig, [0, 0], i + 1, cmp=pld.WaitCmp.Ge)
                out = pl.store(pl.load(data, [0, 0], [1, 4]), [0, 4 * i], out)
                pld.system.notify(sig, 0, [1, 0], 1, op=pld.NotifyOp.AtomicAdd)
        return out
