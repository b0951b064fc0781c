import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.InOut[pl.Tensor[[64, 64], pl.FP32]], n: pl.Scalar[pl.INDEX]):
        m = pl.load(x, [0, 0], [64, 64], target_memory=pl.Mem.Mat)
        s = pl.slice(m, [16, 16], [16, 20])  # error[COMP-324] col 13: begins at column 20, inside a block of the matrix core: blocks of FP32 are 16 × 8
        done = pl.store(s, [0, 0], y)
        return done
