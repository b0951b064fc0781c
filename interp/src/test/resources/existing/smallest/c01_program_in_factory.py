# Program in a factory.
#: expect out[i, j] = x[i, j]

import pypto.language as pl


def build(n: int = 64):
    @pl.program
    class P:
        @pl.function(type=pl.FunctionType.InCore)
        def k(self, x: pl.Tensor[[n, n], pl.FP32], out: pl.Out[pl.Tensor[[n, n], pl.FP32]]) -> pl.Tensor[[n, n], pl.FP32]:
            return pl.store(pl.load(x, [0, 0], [n, n]), [0, 0], out)

    return P
