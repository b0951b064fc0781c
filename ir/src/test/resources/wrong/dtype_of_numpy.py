import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Tensor[[64, 64], pl.FP16], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]], n: pl.Scalar[pl.INT32]):
        a = pl.create_tile([64, 64], dtype=pl.FLOAT32, target_memory=pl.Mem.Vec)  # error[LANG-209] col 38: no dtype is named `pl.FLOAT32`
        out = pl.store(a, [0, 0], out)
        return out
