import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[64, 64, pl.FP32]):  # error[LANG-510] col 20: the shape of pl.Tensor is a list
        return x
