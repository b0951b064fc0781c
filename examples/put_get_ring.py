"""put to the right neighbour, get from the left one: both see the same row."""
import pypto.language as pl
import pypto.language.distributed as pld

RANKS, N = 4, 8


@pl.program
class PutGetRing:
    @pl.function(type=pl.FunctionType.InCore)
    def step(
        self,
        x: pl.Tensor[[1, N], pl.FP32],
        own: pl.InOut[pld.DistributedTensor[[1, N], pl.FP32]],
        inbox: pl.InOut[pld.DistributedTensor[[1, N], pl.FP32]],
        signal: pl.InOut[pld.DistributedTensor[[RANKS, 1], pl.INT32]],
        pushed: pl.Out[pl.Tensor[[1, N], pl.FP32]],
        pulled: pl.Out[pl.Tensor[[1, N], pl.FP32]],
    ):
        ctx = pld.get_comm_ctx(own)
        me = pld.rank(ctx)
        n = pld.nranks(ctx)
        own = pl.store(pl.load(x, [0, 0], [1, N]), [0, 0], own)
        inbox = pld.tensor.put(inbox, (me + 1) % n, x)
        signal = pld.tensor.barrier(signal)
        pulled = pld.tensor.get(pulled, (me + n - 1) % n, own)
        pushed = pl.store(pl.load(inbox, [0, 0], [1, N]), [0, 0], pushed)
        signal = pld.tensor.barrier(signal)
        return pushed, pulled

    @pl.function(type=pl.FunctionType.Orchestration)
    def per_rank(
        self,
        x: pl.Tensor[[1, N], pl.FP32],
        own: pl.InOut[pld.DistributedTensor[[1, N], pl.FP32]],
        inbox: pl.InOut[pld.DistributedTensor[[1, N], pl.FP32]],
        signal: pl.InOut[pld.DistributedTensor[[RANKS, 1], pl.INT32]],
        pushed: pl.Out[pl.Tensor[[1, N], pl.FP32]],
        pulled: pl.Out[pl.Tensor[[1, N], pl.FP32]],
    ):
        pushed, pulled = self.step(x, own, inbox, signal, pushed, pulled)
        return pushed, pulled

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(
        self,
        x: pl.Tensor[[RANKS, 1, N], pl.FP32],
        pushed: pl.Out[pl.Tensor[[RANKS, 1, N], pl.FP32]],
        pulled: pl.Out[pl.Tensor[[RANKS, 1, N], pl.FP32]],
    ):
        own = pld.alloc_window_buffer(N * pl.FP32.get_byte())
        inbox = pld.alloc_window_buffer(N * pl.FP32.get_byte())
        signal = pld.alloc_window_buffer(RANKS * pl.INT32.get_byte())
        for r in pl.range(RANKS):
            self.per_rank(
                x[r],
                pld.window(own, [1, N]),
                pld.window(inbox, [1, N]),
                pld.window(signal, [RANKS, 1], dtype=pl.INT32),
                pushed[r],
                pulled[r],
                device=r,
            )
        return pushed, pulled
