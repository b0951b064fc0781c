# transpose_view of three dimensions.
#: check
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[2, 16, 32], pl.FP32]):
        t = pl.load(x, [0, 0, 0], [2, 16, 32], target_memory=pl.Mem.Mat)
        v: pl.Tile[[2, 32, 16], pl.FP32, pl.Mem.Mat] = pl.tile.transpose_view(t)
