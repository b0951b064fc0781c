# output_tensor=.
#: expect out[i, j] = x[i, j]

import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        t = pl.load(x, offsets=[0, 0], shapes=[64, 64])
        return pl.store(t, offsets=[0, 0], output_tensor=out)
