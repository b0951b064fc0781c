# Data put into the neighbour's window, with offsets by keyword.
#: ranks 2
#: input x=arange
#: expect y[0, 0, j] = x[1, 0, j]
#: expect y[1, 0, j] = x[0, 0, j]
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class Swap:
    @pl.function(type=pl.FunctionType.InCore)
    def step(self, x: pl.Tensor[[1, 8], pl.FP32], w: pld.DistributedTensor[[1, 8], pl.FP32], s: pld.DistributedTensor[[1, 1], pl.INT32], y: pl.Out[pl.Tensor[[1, 8], pl.FP32]], peer: pl.Scalar[pl.INT32]) -> pl.Tensor[[1, 8], pl.FP32]:
        t = pl.load(x, [0, 0], [1, 8])
        pld.tile.remote_store(src_tile=t, target=w, peer=peer, offsets=[0, 0])
        pld.system.notify(s, peer=peer, offsets=[0, 0], value=1, op=pld.NotifyOp.Set)
        pld.system.wait(s, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)
        return pl.store(pl.load(w, [0, 0], [1, 8]), [0, 0], y)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, x: pl.Tensor[[2, 1, 8], pl.FP32], y: pl.Out[pl.Tensor[[2, 1, 8], pl.FP32]]) -> pl.Tensor[[2, 1, 8], pl.FP32]:
        data = pld.alloc_window_buffer([1, 8], dtype=pl.FP32)
        signal = pld.alloc_window_buffer(4)
        for r in pl.range(2):
            self.step(x[r], pld.window(data, [1, 8], dtype=pl.FP32), pld.window(signal, [1, 1], dtype=pl.INT32), y[r], 1 - r, device=r)
        return y
