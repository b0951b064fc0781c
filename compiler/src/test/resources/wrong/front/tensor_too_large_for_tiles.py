import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[1, 1000000], pl.FP32], y: pl.InOut[pl.Tensor[[1, 1000000], pl.FP32]]):
        t = pl.load(x, [0, 0], [1, 1000000])  # error[COMP-322] col 9: bytes of UB
        y = pl.store(t, [0, 0], y)
        return y
