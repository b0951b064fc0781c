import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def f(self, a: pl.Tensor[[4], pl.FP32]):
        buf = pld.alloc_window_buffer(64)
        for r in pl.range(4):
            self.g(pld.window(buf, [4]), device=r + 1)  # error[LANG-632] col 13: a device is a number or the index

    @pl.function(type=pl.FunctionType.Orchestration)
    def g(self, a: pld.DistributedTensor[[4], pl.FP32]):
        pass
