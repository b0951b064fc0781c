"""The root overwrites its row before all have read it. Fixed."""
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
        if me == 0:
            data = pl.store(pl.tile.full([1, 4], dtype=pl.INT32, value=1), [0, 0], data)
            pld.system.notify(sig, 1, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
            pld.system.notify(sig, 2, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
            pld.system.wait(sig, [1, 0], 2, cmp=pld.WaitCmp.Ge)
            data = pl.store(pl.tile.full([1, 4], dtype=pl.INT32, value=1), [0, 0], data)
        else:
            pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
            out = pl.store(pld.tile.remote_load(data, 0, [0, 0], [1, 4]), [0, 0], out)
            pld.system.notify(sig, 0, [1, 0], 1, op=pld.NotifyOp.AtomicAdd)
        return out
