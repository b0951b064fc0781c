import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[16, 1024], pl.FP32], y: pl.InOut[pl.Tensor[[16, 1024], pl.FP32]]):
        m = pl.load(x, [0, 0], [1, 512], target_memory=pl.Mem.Mat)
        t = pl.move(m, target_memory=pl.Mem.Bias)  # error[COMP-322] col 9: bytes of BT
        n = pl.load(x, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
        done = pl.store(n, [0, 0], y)
        return done
