import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, w: pl.InOut[pld.DistributedTensor[[4, 8], pl.FP32]], s: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
        v = pld.tensor.allreduce(w, s, core_num=2)  # error[COMP-504] col 13: core_num
        return v
