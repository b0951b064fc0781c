"""The fence is before the loop, the data is written in every round."""
# ranks: 2
# entry: k
# order: silicon
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
            pld.system.fence()
            for i in pl.range(2):
                data = pld.tile.remote_store(pl.tile.full([1, 4], dtype=pl.INT32, value=1), data, 1, [0, i * 4])
                pld.system.notify(sig, 1, [i, 0], 1)  # finds CHECK-105 # warns COMP-601
        if me == 1:
            for j in pl.range(2):
                pld.system.wait(sig, [j, 0], 1, cmp=pld.WaitCmp.Ge)
                out = pl.store(pl.load(data, [0, j * 4], [1, 4]), [0, j * 4], out)
        return out
