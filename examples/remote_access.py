"""Every rank stores its row into its right neighbour's window and signals; the neighbour waits and reads."""
import pypto.language as pl
import pypto.language.distributed as pld

RANKS, N = 4, 8


@pl.program
class RemoteAccess:
    @pl.function(type=pl.FunctionType.InCore)
    def step(
        self,
        x: pl.Tensor[[1, N], pl.FP32],
        data: pl.InOut[pld.DistributedTensor[[1, N], pl.FP32]],
        signal: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]],
        out: pl.Out[pl.Tensor[[1, N], pl.FP32]],
    ):
        ctx = pld.get_comm_ctx(data)
        right = (pld.rank(ctx) + 1) % pld.nranks(ctx)
        data = pld.tile.remote_store(pl.load(x, [0, 0], [1, N]), data, right, [0, 0])
        pld.system.notify(signal, right, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
        pld.system.wait(signal, [0, 0], 1, cmp=pld.WaitCmp.Ge)
        out = pl.store(pl.load(data, [0, 0], [1, N]), [0, 0], out)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def per_rank(
        self,
        x: pl.Tensor[[1, N], pl.FP32],
        data: pl.InOut[pld.DistributedTensor[[1, N], pl.FP32]],
        signal: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]],
        out: pl.Out[pl.Tensor[[1, N], pl.FP32]],
    ):
        return self.step(x, data, signal, out)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, x: pl.Tensor[[RANKS, 1, N], pl.FP32], out: pl.Out[pl.Tensor[[RANKS, 1, N], pl.FP32]]):
        data = pld.alloc_window_buffer(N * pl.FP32.get_byte())
        signal = pld.alloc_window_buffer(pl.INT32.get_byte())
        for r in pl.range(RANKS):
            self.per_rank(
                x[r], pld.window(data, [1, N]), pld.window(signal, [1, 1], dtype=pl.INT32), out[r], device=r
            )
        return out
