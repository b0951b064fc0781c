# The host's side: windows, workers, futures.
import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class Host:
    @pl.function(type=pl.FunctionType.Orchestration)
    def nothing(self):
        pl.system.fence()

    @pl.function(type=pl.FunctionType.InCore)
    def fill(self, data: pl.InOut[pld.DistributedTensor[[4, 8], pl.FP32]], out: pl.Out[pl.Tensor[[4, 8], pl.FP32]],
             x: pl.Scalar[pl.FP32]):
        data = pl.store(pl.tile.full([4, 8], 1.0, dtype=pl.FP32) * x, [0, 0], data)
        return out

    @pl.function(type=pl.FunctionType.InCore)
    def copy(self, data: pl.InOut[pld.DistributedTensor[[4, 8], pl.FP32]], out: pl.Out[pl.Tensor[[4, 8], pl.FP32]]):
        out = pl.store(pl.load(data, [0, 0], [4, 8]), [0, 0], out)
        return out

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, out: pl.Out[pl.Tensor[[4, 4, 8], pl.FP32]]):
        a = pl.dist.make_tensor([4, 8], dtype=pl.FP32)
        b = pl.dist.tree_reduce(a, a)
        f = pl.dist.submit_worker(0, callee="nothing")
        g = pl.dist.submit_orchestrator(1, callee="nothing")
        pl.dist.future_get(f)
        pl.dist.future_get(g)
        buf = pld.alloc_window_buffer(4 * 8 * pl.FP32.get_byte())
        win = pld.window(buf, [4, 8], dtype=pl.FP32)
        for r in pl.range(pld.world_size()):
            self.fill(win, out[r], pl.cast(r + 1, pl.FP32), device=r)
        win = pld.tensor.allreduce(win)
        for r in pl.range(pld.world_size()):
            self.copy(win, out[r], device=r)
        return out
