"""Every rank hands its row to its right neighbour."""
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class Ring:
    @pl.function(type=pl.FunctionType.InCore)
    def pass_on(
        self,
        row: pl.Tensor[[1, 8], pl.FP32],
        inbox: pl.InOut[pld.DistributedTensor[[1, 8], pl.FP32]],
        arrived: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]],
        out: pl.Out[pl.Tensor[[1, 8], pl.FP32]],
    ):
        ctx = pld.get_comm_ctx(inbox)
        right = (pld.rank(ctx) + 1) % pld.nranks(ctx)
        inbox = pld.tile.remote_store(pl.load(row, [0, 0], [1, 8]), inbox, right, [0, 0])
        pld.system.fence()
        pld.system.notify(arrived, right, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
        pld.system.wait(arrived, [0, 0], 1, cmp=pld.WaitCmp.Ge)
        out = pl.store(pl.load(inbox, [0, 0], [1, 8]), [0, 0], out)
        return out
