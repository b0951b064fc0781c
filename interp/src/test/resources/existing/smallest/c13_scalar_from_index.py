# INT64 scalar from an INDEX expression.
#: expect out[i] = i + 1

import pypto.language as pl


@pl.program
class P:
    @pl.function
    def main(self, out: pl.InOut[pl.Tensor[[8], pl.INT64]]):
        for i in pl.range(8):
            y: pl.Scalar[pl.INT64] = i + 1
            pl.tensor.write(out, [i], y)
