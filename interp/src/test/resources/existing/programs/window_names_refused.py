# Two windows of one name.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def chip(self, a: pl.InOut[pld.DistributedTensor[[1, 8], pl.FP32]], b: pl.InOut[pld.DistributedTensor[[1, 8], pl.FP32]]):
        a[0, 0] = 1.0
        b[0, 0] = 2.0

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self):
        a = pld.alloc_window_buffer(32, name="data")
        b = pld.alloc_window_buffer(32, name="data")  # error[LANG-425] col 13: two windows are named "data"
        for r in pl.range(pld.world_size()):
            self.chip(pld.window(a, [1, 8], dtype=pl.FP32), pld.window(b, [1, 8], dtype=pl.FP32), device=r)
