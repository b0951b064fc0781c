"""Peers launch different numbers of blocks that wait for each other. Fixed."""
# ranks: 2
# entry: main
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
        me = pld.rank(pld.get_comm_ctx(sig))
        b = pl.tile.get_block_idx()
        pld.system.notify(sig, 1 - me, [b, 0], 1)
        pld.system.wait(sig, [b, 0], 1, cmp=pld.WaitCmp.Ge)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
        me = pld.rank(pld.get_comm_ctx(sig))
        if me == 0:
            self.k(sig, core_num=2)
        else:
            self.k(sig, core_num=2)
