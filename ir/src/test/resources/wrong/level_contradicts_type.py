import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.HOST)
    def f(self, a: pl.Tensor[[4], pl.FP32]):  # error[LANG-508] col 9: runs at
        return a
