import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def f(self, d: pl.InOut[pld.DistributedTensor[[8], pl.BOOL]]):
        d = pld.tensor.allreduce(d)  # error[LANG-312] col 34: a numeric type
        return d
