# Buffers that a module names, used in turn.
#: expect out[i, j] = x[i, j] + 1
import pypto.language as pl

BUFFERS = pl.MemRef("ping_pong", slots=2)
SINGLE = pl.MemRef("single", 0, 4096)


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[64, 32], pl.FP32], out: pl.Out[pl.Tensor[[64, 32], pl.FP32]]) -> pl.Tensor[[64, 32], pl.FP32]:
        a: pl.Tile[[32, 32], pl.FP32, BUFFERS[0], pl.Mem.Vec] = pl.load(x, [0, 0], [32, 32])
        b: pl.Tile[[32, 32], pl.FP32, BUFFERS[1], pl.Mem.Vec] = pl.load(x, [32, 0], [32, 32])
        c: pl.Tile[[32, 32], pl.FP32, SINGLE, pl.Mem.Vec] = pl.add(a, 1.0)
        out = pl.store(c, [0, 0], out)
        d = pl.add(b, 1.0)
        out = pl.store(d, [32, 0], out)
        return out
