"""A root waits for one child of two, whichever comes first. Fixed."""
# ranks: 3
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
        if me > 0:
            data = pld.tile.remote_store(pl.tile.full([1, 8], dtype=pl.INT32, value=me), data, 0, [me, 0])
            pld.system.notify(sig, 0, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
        else:
            pld.system.wait(sig, [0, 0], 2, cmp=pld.WaitCmp.Ge)
            one = pl.load(data, [1, 0], [1, 8])
            two = pl.load(data, [2, 0], [1, 8])
            out = pl.store(pl.add(one, two), [0, 0], out)
        return out
