# Kernels and constants of sibling files, imported by name and as a module.
#: expect out[i, j] = x[i, j]
import pypto.language as pl
from lib.kernels import copy_tile
import lib.constants as constants
from lib import constants as again

assert constants.TILE == again.TILE


@pl.jit
def main(x: pl.Tensor[[constants.TILE, constants.TILE], pl.FP32], out: pl.Out[pl.Tensor[[again.TILE, again.TILE], pl.FP32]]):
    out = copy_tile(x, out)
    return out
