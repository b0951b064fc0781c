"""A put that has returned may still be on its way when the signal arrives. Fixed."""
# ranks: 2
# entry: k
# order: silicon
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
            data = pl.store(pl.tile.full([1, 4], dtype=pl.INT32, value=1), [0, 4], data)
            data = pld.tensor.put(data, 1, data, dst_off=[0, 0], src_off=[0, 4], shape=[1, 4])
            pld.system.fence()
            pld.system.notify(sig, 1, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
        if me == 1:
            pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
            out = pl.store(pl.load(data, [0, 0], [1, 4]), [0, 0], out)
        return out
