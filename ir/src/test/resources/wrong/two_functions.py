import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function()
    def f(self, a: pl.Tensor[[4], pl.FP32]):
        return a

    @pl.function()
    def f(self, b: pl.Tensor[[4], pl.FP32]):  # error[LANG-506] col 9: two functions are named
        return b
