"""Two windows of different types in one program, filled and read back by their own rank."""
import pypto.language as pl
import pypto.language.distributed as pld

N = 16


@pl.program
class WindowBuffers:
    @pl.function(type=pl.FunctionType.InCore)
    def fill(
        self,
        x: pl.Tensor[[1, N], pl.FP32],
        data: pl.InOut[pld.DistributedTensor[[1, N], pl.FP32]],
        halves: pl.InOut[pld.DistributedTensor[[1, N], pl.FP16]],
        out: pl.Out[pl.Tensor[[1, N], pl.FP32]],
    ):
        t = pl.load(x, [0, 0], [1, N])
        data = pl.store(t * 2.0, [0, 0], data)
        halves = pl.store(pl.cast(t, pl.FP16), [0, 0], halves)
        back = pl.cast(pl.load(halves, [0, 0], [1, N]), pl.FP32)
        out = pl.store(pl.load(data, [0, 0], [1, N]) + back, [0, 0], out)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def per_rank(
        self,
        x: pl.Tensor[[1, N], pl.FP32],
        data: pl.InOut[pld.DistributedTensor[[1, N], pl.FP32]],
        halves: pl.InOut[pld.DistributedTensor[[1, N], pl.FP16]],
        out: pl.Out[pl.Tensor[[1, N], pl.FP32]],
    ):
        return self.fill(x, data, halves, out)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, x: pl.Tensor[[2, 1, N], pl.FP32], out: pl.Out[pl.Tensor[[2, 1, N], pl.FP32]]):
        data = pld.alloc_window_buffer([1, N], dtype=pl.FP32)
        halves = pld.alloc_window_buffer(N * pl.FP16.get_byte())
        for r in pl.range(2):
            self.per_rank(x[r], pld.window(data, [1, N]), pld.window(halves, [1, N], dtype=pl.FP16), out[r], device=r)
        return out
