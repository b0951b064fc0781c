"""Publish, wait for all ranks, then read the right neighbour."""
import pypto.language as pl
import pypto.language.distributed as pld

RANKS, N = 4, 8


@pl.program
class Barrier:
    @pl.function(type=pl.FunctionType.InCore)
    def step(
        self,
        x: pl.Tensor[[1, N], pl.FP32],
        data: pl.InOut[pld.DistributedTensor[[1, N], pl.FP32]],
        signal: pl.InOut[pld.DistributedTensor[[RANKS, 1], pl.INT32]],
        out: pl.Out[pl.Tensor[[1, N], pl.FP32]],
    ):
        ctx = pld.get_comm_ctx(data)
        me = pld.rank(ctx)
        data = pl.store(pl.load(x, [0, 0], [1, N]), [0, 0], data)
        signal = pld.tensor.barrier(signal)
        right = pld.tile.remote_load(data, (me + 1) % pld.nranks(ctx), [0, 0], [1, N])
        signal = pld.tensor.barrier(signal)
        out = pl.store(right, [0, 0], out)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def per_rank(
        self,
        x: pl.Tensor[[1, N], pl.FP32],
        data: pl.InOut[pld.DistributedTensor[[1, N], pl.FP32]],
        signal: pl.InOut[pld.DistributedTensor[[RANKS, 1], pl.INT32]],
        out: pl.Out[pl.Tensor[[1, N], pl.FP32]],
    ):
        return self.step(x, data, signal, out)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, x: pl.Tensor[[RANKS, 1, N], pl.FP32], out: pl.Out[pl.Tensor[[RANKS, 1, N], pl.FP32]]):
        data = pld.alloc_window_buffer(N * pl.FP32.get_byte())
        signal = pld.alloc_window_buffer(RANKS * pl.INT32.get_byte())
        for r in pl.range(RANKS):
            self.per_rank(
                x[r], pld.window(data, [1, N]), pld.window(signal, [RANKS, 1], dtype=pl.INT32), out[r], device=r
            )
        return out
