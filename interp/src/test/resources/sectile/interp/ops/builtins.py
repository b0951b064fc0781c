# Collectives as passes write them.
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
        data = pl.builtin.tensor.allreduce(data, sig)
        data = pl.builtin.tensor.allreduce_ring(data, sig)
        sig = pl.builtin.tensor.barrier(sig)
        data = pl.builtin.tensor.broadcast(data, sig, root=1)
        data = pl.builtin.tensor.reduce_scatter(data, sig)
        inbox = pl.builtin.tensor.all_to_all(data, inbox, sig)
        inbox = pl.builtin.tensor.all_to_all_v(data, inbox, sig, counts, got)
        part = pl.slice(data, [1, 8], [0, 0])
        inbox = pl.builtin.tensor.allgather(part, inbox, sig)
        out = pl.store(pl.load(inbox, [0, 0], [4, 8]), [0, 0], out)
        return out, got
