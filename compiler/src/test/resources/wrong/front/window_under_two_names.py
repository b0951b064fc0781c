import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, u: pl.InOut[pld.DistributedTensor[[4, 8], pl.FP32]], s: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
        p = pl.slice(u, [2, 8], [0, 0])
        q = pl.slice(u, [2, 8], [2, 0])
        q1 = pld.tensor.all_to_all(p, q, s)
        r = pl.slice(u, [2, 8], [0, 0])
        v = pld.tensor.all_to_all(p, r, s)  # error[COMP-506] col 13: `input` and `target` of
        return v
