"""A fast peer adds again before the wait for an exact value sees the first one."""
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
            pld.system.notify(sig, 1, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
            pld.system.notify(sig, 1, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
        if me == 1:
            pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Eq)  # finds EXEC-201 # warns COMP-602
            pld.system.wait(sig, [0, 0], 2, cmp=pld.WaitCmp.Eq)  # warns COMP-602
        return out
