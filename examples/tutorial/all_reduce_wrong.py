"""As all_reduce.py, but ranks do not meet again before they overwrite what others may still read: a race."""

import pypto.language as pl
import pypto.language.distributed as pld

RANKS, N = 2, 64


@pl.program
class AllReduce:
    @pl.function(type=pl.FunctionType.InCore)
    def step(
        self,
        x: pl.Tensor[[1, N], pl.FP32],
        data: pl.InOut[pld.DistributedTensor[[1, N], pl.FP32]],
        ready: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]],
        done: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]],
        out: pl.Out[pl.Tensor[[1, N], pl.FP32]],
    ):
        ctx = pld.get_comm_ctx(data)
        me = pld.rank(ctx)
        ranks = pld.nranks(ctx)
        total = pl.load(x, [0, 0], [1, N])
        data = pl.store(total, [0, 0], data)
        for r in pl.range(ranks):
            if r != me:
                pld.system.notify(ready, r, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
        pld.system.wait(ready, [0, 0], ranks - 1, cmp=pld.WaitCmp.Ge)
        for r in pl.range(ranks):
            if r != me:
                total = total + pld.tile.remote_load(data, r, [0, 0], [1, N])
        data = pl.store(total, [0, 0], data)
        out = pl.store(total, [0, 0], out)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def per_rank(
        self,
        x: pl.Tensor[[1, N], pl.FP32],
        data: pl.InOut[pld.DistributedTensor[[1, N], pl.FP32]],
        ready: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]],
        done: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]],
        out: pl.Out[pl.Tensor[[1, N], pl.FP32]],
    ):
        return self.step(x, data, ready, done, out)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, x: pl.Tensor[[RANKS, 1, N], pl.FP32], out: pl.Out[pl.Tensor[[RANKS, 1, N], pl.FP32]]):
        data = pld.alloc_window_buffer(N * pl.FP32.get_byte())
        ready = pld.alloc_window_buffer(pl.INT32.get_byte())
        done = pld.alloc_window_buffer(pl.INT32.get_byte())
        for r in pl.range(pld.world_size()):
            self.per_rank(
                x[r],
                pld.window(data, [1, N], dtype=pl.FP32),
                pld.window(ready, [1, 1], dtype=pl.INT32),
                pld.window(done, [1, 1], dtype=pl.INT32),
                out[r],
                device=r,
            )
        return out
