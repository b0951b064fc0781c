# defer_wait in a pl.at task under manual_scope.
#: expect out[r, i, j] = 7

import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def chip(self, s: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]], out: pl.Out[pl.Tensor[[1, 8], pl.INT32]]) -> pl.Tensor[[1, 8], pl.INT32]:
        with pl.manual_scope():
            with pl.at(level=pl.Level.CORE_GROUP) as w:
                pld.system.defer_wait(signal=s, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)
            with pl.at(level=pl.Level.CORE_GROUP, deps=[w]) as c:
                out = pl.store(pl.tile.full([1, 8], 7, dtype=pl.INT32), [0, 0], out)
            with pl.at(level=pl.Level.CORE_GROUP):
                pld.system.notify(target=s, peer=0, offsets=[0, 0], value=1, op=pld.NotifyOp.Set)
        return out

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, out: pl.Out[pl.Tensor[[1, 1, 8], pl.INT32]]) -> pl.Tensor[[1, 1, 8], pl.INT32]:
        b = pld.alloc_window_buffer(4)
        for r in pl.range(pld.world_size()):
            s = pld.window(b, [1, 1], dtype=pl.INT32)
            self.chip(s, out[r], device=r)
        return out
