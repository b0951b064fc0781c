"""Two puts to the same bytes of a peer may come in either order."""
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
        out: pl.Out[pl.Tensor[[1, 8], pl.INT32]],
    ):
        me = pld.rank(pld.get_comm_ctx(sig))
        if me == 0:
            data = pld.tensor.put(data, 1, data, dst_off=[0, 0], src_off=[0, 4], shape=[1, 4], wait=False)  # finds CHECK-101
            data = pld.tensor.put(data, 1, data, dst_off=[0, 2], src_off=[0, 4], shape=[1, 2], wait=False)  # finds CHECK-101
            pld.system.quiet()
        return out
