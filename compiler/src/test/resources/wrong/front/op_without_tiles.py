import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[8, 32], pl.FP32], i: pl.Tensor[[8, 4], pl.INT32], y: pl.InOut[pl.Tensor[[8, 4], pl.FP32]]):
        y[:] = pl.gather(x, 1, i)  # error[COMP-220] col 16: tiles
        return y
