import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def exchange(self, u: pl.InOut[pld.DistributedTensor[[2, 8], pl.FP32]], v: pl.InOut[pld.DistributedTensor[[2, 8], pl.FP32]], s: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
        v1 = pld.tensor.all_to_all(u, v, s)
        return v1

    @pl.function(type=pl.FunctionType.Orchestration)
    def outer(self, p: pl.InOut[pld.DistributedTensor[[2, 8], pl.FP32]], q: pl.InOut[pld.DistributedTensor[[2, 8], pl.FP32]], s: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
        v1 = self.exchange(p, q, s)
        return v1

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self):
        a = pld.alloc_window_buffer(64)
        b = pld.alloc_window_buffer(16)
        u = pld.window(a, [2, 8], dtype=pl.FP32)
        v = pld.window(a, [2, 8], dtype=pl.FP32)
        s = pld.window(b, [4, 1], dtype=pl.INT32)
        for r in pl.range(2):
            self.outer(u, v, s, device=r)  # error[COMP-506] col 13: which are the same window here
