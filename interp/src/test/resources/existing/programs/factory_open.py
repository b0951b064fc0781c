# A parameter without a value is named.
import pypto.language as pl


def build(n):
    @pl.program
    class P:
        @pl.function
        def main(self, x: pl.Tensor[[n], pl.FP32]) -> pl.Tensor[[n], pl.FP32]:  # error[LANG-212] col 38: `n` is a parameter of the factory `build` and has no value
            return pl.add(x, 1.0)

    return P
