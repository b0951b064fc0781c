import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def f(self, a: pl.Tensor[[4], pl.FP32]):
        t = pl.spmd_submit(self.g, a)  # error[LANG-306] col 13: needs `core_num`
        return a

    @pl.function(type=pl.FunctionType.InCore)
    def g(self, a: pl.Tensor[[4], pl.FP32]):
        pass
