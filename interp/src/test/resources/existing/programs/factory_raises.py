# What a factory raises is the error of its programs.
#: set n=30
import pypto.language as pl


def build(n: int = 32):
    if n % 16:
        raise ValueError(f"{n} is not a multiple of 16")  # error[LANG-221] col 9: ValueError: 30 is not a multiple of 16

    @pl.program
    class P:
        @pl.function
        def main(self, x: pl.Tensor[[n], pl.FP32]) -> pl.Tensor[[n], pl.FP32]:
            return pl.add(x, 1.0)

    return P
