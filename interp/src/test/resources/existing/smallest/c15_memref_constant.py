# MemRef as a module constant.
#: expect out[i, j] = x[i, j]

import pypto.language as pl

PING = pl.MemRef("ping", slots=2)


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        t: pl.Tile[[64, 64], pl.FP32, PING[0], pl.Mem.Vec] = pl.load(x, [0, 0], [64, 64])
        return pl.store(t, [0, 0], out)
