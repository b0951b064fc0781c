import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.AIV)
    def f(self, l: pl.Tile[[16, 16], pl.FP16, pl.Mem.Left], r: pl.Tile[[16, 16], pl.FP16, pl.Mem.Right]):
        t = pl.matmul(l, r)  # error[LANG-621] col 13: runs on the matrix core
        return t
