# Every op between ranks that users write, one after the other.
import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class Ranks:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[4, 8], pl.FP32],
              data: pl.InOut[pld.DistributedTensor[[4, 8], pl.FP32]],
              inbox: pl.InOut[pld.DistributedTensor[[4, 8], pl.FP32]],
              sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
              counts: pl.Tensor[[4], pl.INT32],
              got: pl.Out[pl.Tensor[[4], pl.INT32]],
              out: pl.Out[pl.Tensor[[4, 8], pl.FP32]]):
        ctx = pld.get_comm_ctx(data)
        me = pld.rank(ctx)
        n = pld.nranks(ctx)
        t = pl.load(x, [0, 0], [4, 8])
        data = pl.store(t, [0, 0], data)
        data = pld.tensor.allreduce(data, sig)
        data = pld.tensor.broadcast(data, sig, root=2)
        data = pld.tensor.reduce_scatter(data, sig, op=pld.ReduceOp.Max)
        part = pl.slice(x, [1, 8], [1, 0])
        inbox = pld.tensor.allgather(part, inbox, sig)
        inbox = pld.tensor.all_to_all(data, inbox, sig)
        inbox = pld.tensor.all_to_all_v(data, inbox, sig, counts, got)
        sig = pld.tensor.barrier(sig)
        y = pld.tile.remote_load(data, (me + 1) % n, [0, 0], [4, 8])
        sig = pld.tensor.barrier(sig)
        inbox = pld.tile.remote_store(y, inbox, (me + 1) % n, [0, 0])
        sig = pld.tensor.barrier(sig)
        inbox = pld.tensor.remote_store(part, inbox, (me + 2) % n, [0, 0])
        sig = pld.tensor.barrier(sig)
        data = pld.tensor.put(data, (me + 2) % n, x)
        pld.system.fence()
        pld.system.quiet()
        sig = pld.tensor.barrier(sig)
        out = pld.tensor.get(out, (me + 3) % n, data)
        u = pl.load(inbox, [0, 0], [4, 8]) + pl.load(out, [0, 0], [4, 8])
        sig = pld.tensor.barrier(sig)
        pld.system.notify(sig, (me + 1) % n, [me, 0], 5, op=pld.NotifyOp.Set)
        pld.system.wait(sig, [(me + 3) % n, 0], 5, cmp=pld.WaitCmp.Eq)
        pld.system.notify(sig, (me + 1) % n, [(me + 2) % n, 0], 1)
        pld.system.defer_wait(sig, [(me + 1) % n, 0], 1)
        out = pl.store(u, [0, 0], out)
        return out, got
