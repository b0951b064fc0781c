import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function()
    def f(self, a: pl.Tensor[[4], pl.FP32]):
        return a

@pl.program
class Q:  # error[LANG-504] col 7: this file holds several programs: P, Q
    pass
