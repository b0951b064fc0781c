"""How many ranks there are is only known at run time; every rank sums the rows of all others by hand."""
import pypto.language as pl
import pypto.language.distributed as pld

MAX_RANKS, N = 16, 8


@pl.program
class DynamicRanks:
    @pl.function(type=pl.FunctionType.InCore)
    def step(
        self,
        x: pl.Tensor[[1, N], pl.FP32],
        data: pl.InOut[pld.DistributedTensor[[1, N], pl.FP32]],
        signal: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
        out: pl.Out[pl.Tensor[[1, N], pl.FP32]],
    ):
        ctx = pld.get_comm_ctx(data)
        me = pld.rank(ctx)
        n = pld.nranks(ctx)
        mine = pl.load(x, [0, 0], [1, N])
        data = pl.store(mine, [0, 0], data)
        for peer in pl.range(n):
            if peer != me:
                pld.system.notify(signal, peer, [0, 0], 1)
        pld.system.wait(signal, [0, 0], n - 1, cmp=pld.WaitCmp.Ge)
        total = mine
        for peer in pl.range(n):
            if peer != me:
                total = total + pld.tile.remote_load(data, peer, [0, 0], [1, N])
        for peer in pl.range(n):
            if peer != me:
                pld.system.notify(signal, peer, [1, 0], 1)
        pld.system.wait(signal, [1, 0], n - 1, cmp=pld.WaitCmp.Ge)
        out = pl.store(total, [0, 0], out)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def per_rank(
        self,
        x: pl.Tensor[[1, N], pl.FP32],
        data: pl.InOut[pld.DistributedTensor[[1, N], pl.FP32]],
        signal: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
        out: pl.Out[pl.Tensor[[1, N], pl.FP32]],
    ):
        return self.step(x, data, signal, out)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, x: pl.Tensor[[MAX_RANKS, 1, N], pl.FP32], out: pl.Out[pl.Tensor[[MAX_RANKS, 1, N], pl.FP32]]):
        data = pld.alloc_window_buffer(N * pl.FP32.get_byte())
        signal = pld.alloc_window_buffer(2 * pl.INT32.get_byte())
        for r in pl.range(pld.world_size()):
            self.per_rank(
                x[r], pld.window(data, [1, N]), pld.window(signal, [2, 1], dtype=pl.INT32), out[r], device=r
            )
        return out
