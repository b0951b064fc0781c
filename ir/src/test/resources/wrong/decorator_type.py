import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FP32)  # error[LANG-307] col 23: must be a member of pl.FunctionType
    def f(self, a: pl.Tensor[[4], pl.FP32]):
        return a
