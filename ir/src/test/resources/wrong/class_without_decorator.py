import pypto.language as pl
import pypto.language.distributed as pld

class P:  # error[LANG-515] col 7: holds no program
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[64, 64], pl.FP32]):
        return x
