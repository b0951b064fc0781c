import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def f(self, a: pl.Tensor[[4], pl.FP32]):
        self.g(a)  # error[LANG-622] col 9: runs at a higher level
        return a

    @pl.function(type=pl.FunctionType.Orchestration)
    def g(self, a: pl.Tensor[[4], pl.FP32]):
        pass
