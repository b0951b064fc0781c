"""The signal goes to the sender itself."""
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
        pld.system.notify(sig, me, [0, 0], 1, op=pld.NotifyOp.Set)
        pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
        pld.system.notify(sig, me, [1, 0], 1, op=pld.NotifyOp.Set)
        pld.system.wait(sig, [2, 0], 1, cmp=pld.WaitCmp.Ge)  # finds EXEC-201  # warns COMP-604
        return out
