import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, w: pl.InOut[pld.DistributedTensor[[4, 8], pl.FP32]], s: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
        v = pld.tensor.allreduce(w, s)
        return v

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, n: pl.Scalar[pl.INDEX]):
        a = pld.alloc_window_buffer(128)
        b = pld.alloc_window_buffer(16)
        w = pld.window(a, [4, 8], dtype=pl.FP32)
        s = pld.window(b, [4, 1], dtype=pl.INT32)
        for r in pl.range(n):
            self.k(w, s, device=r)  # error[COMP-501] col 13: device
