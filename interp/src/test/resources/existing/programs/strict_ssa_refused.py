# strict_ssa means that a name is assigned once.
import pypto.language as pl


@pl.program
class P:
    @pl.function(strict_ssa=True)
    def main(self, x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        y = pl.add(x, 1.0)
        y = pl.add(y, 1.0)  # error[LANG-422] col 9: `y` is assigned again in a function with strict_ssa=True
        return y
