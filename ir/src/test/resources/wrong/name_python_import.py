import pypto.language as pl
import pypto.language.distributed as pld

import numpy as np

@pl.program
class P:
    @pl.function()
    def f(self, a: pl.Tensor[[16, 64], pl.FP32], b: pl.Tensor[[16, 64], pl.FP16], c: pl.Tensor[[16], pl.INT32], n: pl.Scalar[pl.INDEX]):
        x = np.float32(1)  # error[LANG-212] col 13: only by Python code
        return a
