import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function()
    def f(self, a: pl.Tensor[[16, 64], pl.FP32], b: pl.Tensor[[16, 64], pl.FP16], c: pl.Tensor[[16], pl.INT32], n: pl.Scalar[pl.INDEX]):
        pl.static_assert(a.shape[0] == 8, f'rows {a.shape[0]}')  # error[LANG-409] col 9: static assertion failed: rows 16
        return a
