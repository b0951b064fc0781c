# Constants in a class that is not a program.
#: expect out[i, j] = x[i, j] * 0.5
import pypto.language as pl


class Config:
    ROWS = 8
    COLS = ROWS * 4
    SCALE = 0.5
    DTYPE = pl.FP32


@pl.jit
def main(x: pl.Tensor[[Config.ROWS, Config.COLS], Config.DTYPE], out: pl.Out[pl.Tensor[[Config.ROWS, Config.COLS], Config.DTYPE]]):
    out[:, :] = pl.mul(x, Config.SCALE)
    return out
