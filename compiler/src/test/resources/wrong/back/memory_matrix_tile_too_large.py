import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[1024, 1024], pl.FP32], y: pl.InOut[pl.Tensor[[1024, 1024], pl.FP32]]):
        t = pl.load(x, [0, 0], [512, 512], target_memory=pl.Mem.Mat)  # error[COMP-322] col 9: bytes of L1, which has
        done = pl.store(t, [0, 0], y)
        return done
