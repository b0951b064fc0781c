"""Two groups of devices at once: devices 0 and 1 sum their rows, the others take the largest of theirs.

Run with at least three ranks. Every group has windows of its own, so neither waits for the other.
"""
import pypto.language as pl
import pypto.language.distributed as pld

RANKS, N = 4, 64


@pl.program
class TwoGroups:
    @pl.function(type=pl.FunctionType.InCore)
    def total(
        self,
        x: pl.Tensor[[1, N], pl.FP32],
        data: pl.InOut[pld.DistributedTensor[[1, N], pl.FP32]],
        out: pl.Out[pl.Tensor[[1, N], pl.FP32]],
    ):
        data = pl.store(pl.load(x, [0, 0], [1, N]), [0, 0], data)
        data = pld.tensor.allreduce(data, op=pld.ReduceOp.Sum)
        out = pl.store(pl.load(data, [0, 0], [1, N]), [0, 0], out)
        return out

    @pl.function(type=pl.FunctionType.InCore)
    def largest(
        self,
        x: pl.Tensor[[1, N], pl.FP32],
        data: pl.InOut[pld.DistributedTensor[[1, N], pl.FP32]],
        out: pl.Out[pl.Tensor[[1, N], pl.FP32]],
    ):
        data = pl.store(pl.load(x, [0, 0], [1, N]), [0, 0], data)
        data = pld.tensor.allreduce(data, op=pld.ReduceOp.Max, mode="ring")
        out = pl.store(pl.load(data, [0, 0], [1, N]), [0, 0], out)
        return out

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, x: pl.Tensor[[RANKS, 1, N], pl.FP32], out: pl.Out[pl.Tensor[[RANKS, 1, N], pl.FP32]]):
        first = pld.alloc_window_buffer(N * pl.FP32.get_byte())
        second = pld.alloc_window_buffer(N * pl.FP32.get_byte())
        for r in pl.range(2):
            self.total(x[r], pld.window(first, [1, N]), out[r], device=r)
        for r in pl.range(2, RANKS):
            self.largest(x[r], pld.window(second, [1, N]), out[r], device=r)
        return out
