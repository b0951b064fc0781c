import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    def f(self, a: pl.Tensor[[4], pl.FP32]):  # error[LANG-505] col 9: no decorator
        return a
