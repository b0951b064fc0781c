import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[1, 64], pl.FP32], w: pl.InOut[pld.DistributedTensor[[4, 64], pl.FP32]], s: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]], out: pl.Out[pl.Tensor[[4, 64], pl.FP32]]):
        ctx = pld.get_comm_ctx(w)
        me = pld.rank(ctx)
        n = pld.nranks(ctx)
        for p in pl.range(n):
            pld.tensor.put(w, peer=p, src=x, dst_off=[me, 0], src_off=[0, 0], shape=[1, 64])
            pld.system.notify(s, peer=p, offsets=[me, 0], value=1, op=pld.NotifyOp.Set)
        for p in pl.range(n):
            pld.system.wait(s, offsets=[p, 0], expected=1, cmp=pld.WaitCmp.Ge)
        t = pl.load(w, [0, 0], [4, 64])
        return pl.store(t, [0, 0], out)

    @pl.function(type=pl.FunctionType.Orchestration)
    def chip(self, x: pl.Tensor[[1, 64], pl.FP32], w: pl.InOut[pld.DistributedTensor[[4, 64], pl.FP32]], s: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]], out: pl.Out[pl.Tensor[[4, 64], pl.FP32]]):
        return self.k(x, w, s, out)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, x: pl.Tensor[[4, 1, 64], pl.FP32], out: pl.Out[pl.Tensor[[4, 4, 64], pl.FP32]]):
        wb = pld.alloc_window_buffer(4 * 64 * pl.FP32.get_byte())
        sb = pld.alloc_window_buffer([4, 1], dtype=pl.INT32)
        for r in pl.range(pld.world_size()):
            w = pld.window(wb, [4, 64], dtype=pl.FP32)
            s = pld.window(sb, [4, 1], dtype=pl.INT32)
            self.chip(x[r], w, s, out[r], device=r)
        return out
