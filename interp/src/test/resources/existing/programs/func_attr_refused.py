# Attributes of a function come first.
import pypto.language as pl


@pl.program
class P:
    @pl.function
    def main(self, x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        """Adds one."""
        pl.func_attr({"a": 1})
        y = pl.add(x, 1.0)
        pl.func_attr({"b": 2})  # error[LANG-423] col 9: pl.func_attr is the first statement of a function
        return y
