"""The same sum twice: by a collective of the kernel, and by a collective of the host between two dispatches."""
import pypto.language as pl
import pypto.language.distributed as pld

RANKS, N = 9, 100


@pl.program
class BothRails:
    @pl.function(type=pl.FunctionType.InCore)
    def publish(self, x: pl.Tensor[[1, N], pl.FP32], data: pl.InOut[pld.DistributedTensor[[1, N], pl.FP32]]):
        data = pl.store(pl.load(x, [0, 0], [1, N]), [0, 0], data)
        return data

    @pl.function(type=pl.FunctionType.InCore)
    def collect(self, data: pld.DistributedTensor[[1, N], pl.FP32], out: pl.Out[pl.Tensor[[1, N], pl.FP32]]):
        out = pl.store(pl.load(data, [0, 0], [1, N]), [0, 0], out)
        return out

    @pl.function(type=pl.FunctionType.InCore)
    def reduce(
        self,
        x: pl.Tensor[[1, N], pl.FP32],
        data: pl.InOut[pld.DistributedTensor[[1, N], pl.FP32]],
        signal: pl.InOut[pld.DistributedTensor[[RANKS, 1], pl.INT32]],
        out: pl.Out[pl.Tensor[[1, N], pl.FP32]],
    ):
        data = pl.store(pl.load(x, [0, 0], [1, N]), [0, 0], data)
        data = pld.tensor.allreduce(data, signal)
        out = pl.store(pl.load(data, [0, 0], [1, N]), [0, 0], out)
        return out

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(
        self,
        x: pl.Tensor[[RANKS, 1, N], pl.FP32],
        by_kernel: pl.Out[pl.Tensor[[RANKS, 1, N], pl.FP32]],
        by_host: pl.Out[pl.Tensor[[RANKS, 1, N], pl.FP32]],
    ):
        inside = pld.alloc_window_buffer(N * pl.FP32.get_byte())
        cells = pld.alloc_window_buffer(RANKS * pl.INT32.get_byte())
        outside = pld.alloc_window_buffer(N * pl.FP32.get_byte())
        for r in pl.range(pld.world_size()):
            self.reduce(
                x[r],
                pld.window(inside, [1, N]),
                pld.window(cells, [RANKS, 1], dtype=pl.INT32),
                by_kernel[r],
                device=r,
            )
        window = pld.window(outside, [1, N])
        for r in pl.range(pld.world_size()):
            self.publish(x[r], window, device=r)
        window = pld.tensor.allreduce(window)
        for r in pl.range(pld.world_size()):
            self.collect(window, by_host[r], device=r)
        return by_kernel, by_host
