import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function()
    def f(self, *a):  # error[LANG-518] col 17: cannot be a parameter
        return 1
