import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function()
    def f(a: pl.Tensor[[4], pl.FP32]):  # error[LANG-517] col 9: is `self`
        return a
