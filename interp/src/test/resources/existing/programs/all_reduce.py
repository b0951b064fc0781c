# Every rank adds what all ranks have, through windows and signals.
#: ranks 4
#: input x=arange
#: expect y[r, 0, j] = sum(x[s, 0, j] for s in range(4))
import pypto.language as pl
import pypto.language.distributed as pld

N = 16


@pl.program
class AllReduce:
    @pl.function(type=pl.FunctionType.InCore)
    def step(self, x: pl.Tensor[[1, N], pl.FP32], w: pld.DistributedTensor[[1, N], pl.FP32], s: pld.DistributedTensor[[1, 1], pl.INT32], y: pl.Out[pl.Tensor[[1, N], pl.FP32]]) -> pl.Tensor[[1, N], pl.FP32]:
        ctx = pld.get_comm_ctx(dist_tensor=w)
        n = pld.nranks(ctx)
        w = pl.store(pl.load(x, [0, 0], [1, N]), [0, 0], w)
        for p in pl.range(n):
            pld.system.notify(target=s, peer=p, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
        pld.system.wait(signal=s, offsets=[0, 0], expected=n, cmp=pld.WaitCmp.Ge)
        acc = pl.tile.full([1, N], 0.0, dtype=pl.FP32)
        for p in pl.range(n):
            acc = pl.add(acc, pld.tile.remote_load(w, p, [0, 0], [1, N]))
        return pl.store(acc, [0, 0], y)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, x: pl.Tensor[[4, 1, N], pl.FP32], y: pl.Out[pl.Tensor[[4, 1, N], pl.FP32]]) -> pl.Tensor[[4, 1, N], pl.FP32]:
        data = pld.alloc_window_buffer(size=N * pl.FP32.get_byte())
        signal = pld.alloc_window_buffer(4)
        for r in pl.range(pld.world_size()):
            self.step(x[r], pld.window(data, [1, N], dtype=pl.FP32), pld.window(signal, [1, 1], dtype=pl.INT32), y[r], device=r)
        return y
