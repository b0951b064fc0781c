import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def f(self, d: pl.InOut[pld.DistributedTensor[[8], pl.INT32]]):
        d = pld.tensor.allreduce(d, d)  # error[LANG-318] col 37: are the same window
        return d
