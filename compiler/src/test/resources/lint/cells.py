"""Waits that are wrong, and the same where they are right."""
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class Cells:
    @pl.function(type=pl.FunctionType.InCore)
    def cleared(self, sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
        me = pld.rank(pld.get_comm_ctx(sig))
        for i in pl.range(4):
            pld.system.notify(sig, 1, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
            pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Eq)
            pld.system.notify(sig, me, [0, 0], 0, op=pld.NotifyOp.Set)

    @pl.function(type=pl.FunctionType.InCore)
    def exact(self, sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
        for i in pl.range(4):
            pld.system.notify(sig, 1, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
            pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Eq)  # warns COMP-602

    @pl.function(type=pl.FunctionType.InCore)
    def again(self, sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
        pld.system.notify(sig, 1, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
        pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
        pld.system.wait(sig, [0, 0], 2, cmp=pld.WaitCmp.Ge)
        pld.system.wait(sig, [0, 0], 2, cmp=pld.WaitCmp.Ge)  # warns COMP-603
        pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)  # warns COMP-603

    @pl.function(type=pl.FunctionType.InCore)
    def growing(self, sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
        for i in pl.range(4):
            pld.system.notify(sig, 1, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
            pld.system.wait(sig, [0, 0], i + 1, cmp=pld.WaitCmp.Ge)
        for j in pl.range(1):
            pld.system.wait(sig, [1, 0], 1, cmp=pld.WaitCmp.Ge)

    @pl.function(type=pl.FunctionType.InCore)
    def unknown(self, sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
        sig = pld.tensor.barrier(sig)
        for i in pl.range(4):
            pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
