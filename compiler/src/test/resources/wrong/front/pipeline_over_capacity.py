import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[512, 128], pl.FP32], y: pl.InOut[pl.Tensor[[512, 128], pl.FP32]]):
        for i in pl.pipeline(0, 512, 128, stage=4):
            t = pl.load(x, [i, 0], [128, 128])  # error[COMP-322] col 13: bytes of UB
            y = pl.store(pl.exp(t), [i, 0], y)
        return y
