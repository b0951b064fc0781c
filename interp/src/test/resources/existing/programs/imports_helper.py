# A Python helper of a sibling file computes offsets while the program is read.
#: expect out[i, j] = x[i, j] + 4
import pypto.language as pl
from lib.constants import BIAS, TILE, tiles

OFFSETS = tiles(48)


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[48, TILE], pl.FP32], out: pl.Out[pl.Tensor[[48, TILE], pl.FP32]]) -> pl.Tensor[[48, TILE], pl.FP32]:
        for n in pl.range(len(OFFSETS)):
            t = pl.load(x, [n * TILE, 0], [TILE, TILE])
            out = pl.store(pl.add(t, BIAS), [n * TILE, 0], out)
        return out
