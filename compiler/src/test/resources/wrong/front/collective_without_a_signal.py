import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, w: pl.InOut[pld.DistributedTensor[[4, 8], pl.FP32]]):  # error[COMP-503] col 9: signal
        v = pld.tensor.allreduce(w)
        return v
