import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function()
    def f(self, a: pl.Tensor[[4], pl.FP33]):  # error[LANG-209] col 35: no dtype is named `pl.FP33`
        return a
