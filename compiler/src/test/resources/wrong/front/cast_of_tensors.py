import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[8, 32], pl.FP32], y: pl.InOut[pl.Tensor[[8, 32], pl.INT8]]):
        y[:] = pl.cast(x * 2.0, pl.INT8)  # error[COMP-221] col 16: cannot convert FP32 to INT8
        return y
