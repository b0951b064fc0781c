import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIC)
    def f(self, l: pl.Tile[[16, 16], pl.FP16, pl.Mem.Vec]):
        t = pl.exp(l)  # error[LANG-621] col 13: runs on the vector core
        return t
