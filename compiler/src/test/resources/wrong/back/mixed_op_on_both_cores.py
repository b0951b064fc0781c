import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[16, 16], pl.FP32], y: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]):
        a = pl.load(x, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
        b = pl.load(x, [0, 0], [16, 16])
        b = pl.tile.assemble(b, a, [0, 0])  # error[COMP-301] col 13: core
        done = pl.store(b, [0, 0], y)
        return done
