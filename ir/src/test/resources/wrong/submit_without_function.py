import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def f(self, a: pl.Tensor[[4], pl.FP32]):
        t = pl.submit()  # error[LANG-301] col 13: takes the function first
        return a
