# strict_ssa.
#: expect result[i] = x[i] + 1

import pypto.language as pl


@pl.program
class P:
    @pl.function(strict_ssa=True)
    def main(self, x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        y = pl.add(x, 1.0)
        return y
