import pypto.language as pl
import pypto.language.distributed as pld

import os
from dataclasses import dataclass

BATCH, HEADS = 2, 4
DIM: int = 32
TOTAL = BATCH * HEADS * DIM
SHAPE = (BATCH * HEADS, DIM)
DT = pl.FP32
EPS = 1e-5
HALF = DIM // 2

@dataclass
class Config:
    a: int = 3

@pl.program
class P:
    """Doc."""

    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[BATCH * HEADS, DIM], DT], out: pl.Out[pl.Tensor[SHAPE, DT]]):
        """Doc of k."""
        t = pl.load(x, [0, 0], SHAPE)
        u = pl.load(x, [0, HALF], [SHAPE[0], HALF])
        out = pl.store(t + EPS, [0, 0], out)
        return out

def test_it():
    assert P is not None

if __name__ == "__main__":
    test_it()
