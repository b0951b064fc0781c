"""A fence does not order gets, so the source of one is released too early."""
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
        data = pl.store(pl.tile.full([1, 8], dtype=pl.INT32, value=me), [0, 0], data)
        sig = pld.tensor.barrier(sig)
        data = pld.tensor.get(data, 1 - me, data, dst_off=[1, 0], src_off=[0, 0], shape=[1, 8], wait=False)  # finds CHECK-101
        pld.system.fence()
        pld.system.notify(sig, 1 - me, [3, 0], 1, op=pld.NotifyOp.AtomicAdd)
        pld.system.wait(sig, [3, 0], 1, cmp=pld.WaitCmp.Ge)
        data = pl.store(pl.tile.full([1, 8], dtype=pl.INT32, value=9), [0, 0], data)  # finds CHECK-101
        pld.system.quiet()
        out = pl.store(pl.load(data, [1, 0], [1, 8]), [0, 0], out)
        return out
