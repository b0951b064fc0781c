# Comprehension with if at module level: a Python parser bug.
#: expect result[i] = x[i] + 1

import pypto.language as pl

ODD = [k for k in range(8) if k % 2]


@pl.program
class P:
    @pl.function
    def main(self, x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        return pl.add(x, 1.0)
