import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def f(self, a: pl.Tensor[[4], pl.FP32]):
        buf = pld.alloc_window_buffer(64)
        self.g(pld.window(a, [4]), device=0)  # error[LANG-302] col 27: must be a window buffer

    @pl.function(type=pl.FunctionType.Orchestration)
    def g(self, a: pld.DistributedTensor[[4], pl.FP32]):
        pass
