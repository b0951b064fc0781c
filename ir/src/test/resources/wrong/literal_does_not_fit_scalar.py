import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function
    def f(self, n: pl.Scalar[pl.INT32]) -> pl.Scalar[pl.INT32]:
        m: pl.Scalar[pl.INT32] = 2147483648  # error[LANG-217] col 34: 2147483648 does not fit INT32
        return m
