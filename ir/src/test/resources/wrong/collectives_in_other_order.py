"""Two branches have the same collectives in another order; in the first function, in the same one."""
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def right(self, a: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]], b: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
        me = pld.rank(pld.get_comm_ctx(a))
        if me == 0:
            a = pld.tensor.barrier(a)
            for i in pl.range(2):
                b = pld.tensor.barrier(b)
        else:
            a = pld.tensor.barrier(a)
            for i in pl.range(2):
                b = pld.tensor.barrier(b)
        return a, b

    @pl.function(type=pl.FunctionType.InCore)
    def wrong(self, a: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]], b: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
        me = pld.rank(pld.get_comm_ctx(a))
        if me == 0:
            pld.tensor.barrier(a)
            pld.tensor.barrier(b)
        else:
            pld.tensor.barrier(b)  # error[LANG-640] col 13: so both wait forever
            pld.tensor.barrier(a)
        return a, b
