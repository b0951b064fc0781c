"""Every rank writes its number into its own window; the host copies the windows out."""
import pypto.language as pl
import pypto.language.distributed as pld

N = 8


@pl.program
class HelloRank:
    @pl.function(type=pl.FunctionType.InCore)
    def hello(self, data: pl.InOut[pld.DistributedTensor[[1, N], pl.FP32]], out: pl.Out[pl.Tensor[[1, N], pl.FP32]]):
        me = pld.rank(pld.get_comm_ctx(data))
        mine = pl.tile.full([1, N], 0.0, dtype=pl.FP32) + pl.cast(me, pl.FP32)
        data = pl.store(mine, [0, 0], data)
        out = pl.store(pl.load(data, [0, 0], [1, N]), [0, 0], out)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def per_rank(self, data: pl.InOut[pld.DistributedTensor[[1, N], pl.FP32]], out: pl.Out[pl.Tensor[[1, N], pl.FP32]]):
        return self.hello(data, out)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, out: pl.Out[pl.Tensor[[4, 1, N], pl.FP32]]):
        buf = pld.alloc_window_buffer(N * pl.FP32.get_byte())
        for r in pl.range(pld.world_size()):
            self.per_rank(pld.window(buf, [1, N], dtype=pl.FP32), out[r], device=r)
        return out
