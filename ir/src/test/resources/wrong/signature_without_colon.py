import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[64, 64], pl.FP32])  # error[LANG-104] col 49: expected `:`
        t = pl.load(x, [0, 0], [64, 64])
          return x
