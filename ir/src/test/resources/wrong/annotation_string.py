import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function()
    def f(self, a: 'pl.Tensor'):  # error[LANG-510] col 20: not as a string
        return a
