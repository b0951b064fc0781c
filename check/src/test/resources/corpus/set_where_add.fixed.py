"""A barrier counter is set by each rank instead of added to. Fixed."""
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
        out: pl.Out[pl.Tensor[[1, 8], pl.INT32]],
    ):
        me = pld.rank(pld.get_comm_ctx(sig))
        pld.system.notify(sig, 0, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
        if me == 0:
            pld.system.wait(sig, [0, 0], 2, cmp=pld.WaitCmp.Ge)
        return out
