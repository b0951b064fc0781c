import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, y: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]):
        t = pl.tile.create([16, 16], dtype=pl.FP32, target_memory=pl.Mem.Scalar)  # error[COMP-323] col 9: lies in
        done = pl.store(t, [0, 0], y)
        return done
