import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def f(self, a: pl.Tensor[[4], pl.FP32]):
        t = pl.load(a, [0], [4])  # error[LANG-620] col 13: works on tiles
        return a
