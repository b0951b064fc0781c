import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def f(self, n: pl.Scalar[pl.INT32], a: pl.Tensor[[4], pl.FP32]):  # error[LANG-503] col 41: follows the scalar `n` in a function that the host dispatches
        return a

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, a: pl.Tensor[[4], pl.FP32], n: pl.Scalar[pl.INT32]):
        for r in pl.range(pld.world_size()):
            self.f(n, a, device=r)
