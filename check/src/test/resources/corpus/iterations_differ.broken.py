"""The number of iterations around a collective depends on the rank."""
# ranks: 2
# entry: k
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(
        self,
        data: pl.InOut[pld.DistributedTensor[[1, 8], pl.INT32]],
        sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        more: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        out: pl.Out[pl.Tensor[[1, 8], pl.INT32]],
    ):
        me = pld.rank(pld.get_comm_ctx(sig))
        n = pld.nranks(pld.get_comm_ctx(sig))
        right = (me + 1) % n
        left = (me + n - 1) % n
        for i in pl.range(me + 1):
            sig = pld.tensor.barrier(sig)  # finds EXEC-201
        return out
