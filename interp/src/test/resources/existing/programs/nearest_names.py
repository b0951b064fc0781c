# The nearest name of a family.
import pypto.language as pl


@pl.jit
def main(x: pl.Tensor[[8, 8], pl.FP32], out: pl.Out[pl.Tensor[[8, 8], pl.FP32]]):
    a = pl.sum(x)  # error[LANG-216] col 9: the language has no `pl.sum`
    b = pl.tile.no_such(x)  # error[LANG-216] col 9: the language has no `pl.tile.no_such`
    out[:, :] = x
    return out
