import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def stage(self, x: pl.Tensor[[1, 64], pl.FP32], w: pl.Out[pld.DistributedTensor[[1, 64], pl.FP32]]):
        w = pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], w)
        return w

    @pl.function(type=pl.FunctionType.Orchestration)
    def put(self, x: pl.Tensor[[1, 64], pl.FP32], w: pl.Out[pld.DistributedTensor[[1, 64], pl.FP32]]):
        w = self.stage(x, w)
        return w

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, x: pl.Tensor[[2, 1, 64], pl.FP32]):
        wb = pld.alloc_window_buffer(64 * 4)
        w = pld.window(wb, [1, 64], dtype=pl.FP32)
        for r in pl.range(pld.world_size()):
            self.put(x[r], w, device=r)
        w = pld.tensor.allreduce(w, op=pld.ReduceOp.Sum)
