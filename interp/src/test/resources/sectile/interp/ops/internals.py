# Puts and gets as passes write them, through a staging tile.
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
        stage = pl.tile.create([4, 8], dtype=pl.FP32)
        inbox = pld.tile.put(inbox, (me + 1) % n, data, stage)
        sig = pld.tensor.barrier(sig)
        out = pld.tile.get(out, me, inbox, stage)
        return out, got
