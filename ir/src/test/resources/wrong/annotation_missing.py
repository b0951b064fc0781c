import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function()
    def f(self, a):  # error[LANG-520] col 17: has no type
        return a
