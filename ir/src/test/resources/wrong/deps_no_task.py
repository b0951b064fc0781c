import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def f(self, a: pl.Tensor[[4], pl.FP32]):
        t = pl.submit(self.g, a, deps=[3])  # error[LANG-634] col 13: holds task ids
        return a

    @pl.function(type=pl.FunctionType.InCore)
    def g(self, a: pl.Tensor[[4], pl.FP32]):
        pass
