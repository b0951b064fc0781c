import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(kind=3)  # error[LANG-305] col 18: @pl.function takes no argument
    def f(self, a: pl.Tensor[[4], pl.FP32]):
        return a
