import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function()
    def f(self, n: pl.Scalar[pl.INT32], a: pl.Tensor[[4], pl.FP32]):  # error[LANG-503] col 41: stands after the scalar
        return a
