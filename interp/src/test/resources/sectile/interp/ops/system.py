# One kernel on one core: events, barriers, positions, arrays, tasks, prefetches.
import pypto.language as pl
import pypto.language.distributed as pld

@pl.program
class System:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, x: pl.Tensor[[4, 8], pl.FP32], ws: pl.InOut[pl.Tensor[[64], pl.INT32]],
               out: pl.Out[pl.Tensor[[4, 8], pl.FP32]]):
        t = pl.load(x, [0, 0], [4, 8])
        pl.system.sync_src(set_pipe=pl.PipeType.MTE2, wait_pipe=pl.PipeType.V, event_id=1)
        pl.system.sync_dst(set_pipe=pl.PipeType.MTE2, wait_pipe=pl.PipeType.V, event_id=1)
        pl.system.bar_v()
        pl.system.bar_m()
        pl.system.bar_all()
        pl.system.fence()
        pl.mark("sum")
        pl.system.cacheinvalid()
        pl.system.set_ffts(ws)
        pl.system.sync_set(pipe=pl.PipeType.V, event_id=2)
        pl.system.sync_wait(pipe=pl.PipeType.V, event_id=2)
        pl.system.syncall()
        where = pl.tile.get_block_idx() + pl.tile.get_block_num() * 10 + pl.tile.get_subblock_idx() * 100
        where = where + pl.tensor.get_block_idx() + pl.tensor.get_block_num() + pl.tensor.get_subblock_idx()
        base = pl.system.reserve_buffer(name="buf", size=64)
        peer = pl.system.import_peer_buffer(name="buf", peer_func="kernel")
        out = pl.store(t + pl.cast(where + base + peer, pl.FP32), [0, 0], out)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[4, 8], pl.FP32], ws: pl.InOut[pl.Tensor[[64], pl.INT32]],
             out: pl.Out[pl.Tensor[[4, 8], pl.FP32]]):
        ctx = pl.prefetch.make_context()
        event = pl.prefetch.async_prefetch(x, ctx)
        session = pl.prefetch.session(ctx)
        there = pl.prefetch.wait(event, session)
        none = pl.system.task_invalid()
        ids = pl.array.create(2, dtype=pl.TASK_ID)
        out, tid = pl.submit(self.kernel, x, ws, out)
        ids = pl.array.update_element(ids, 0, tid)
        ids = pl.array.update_element(ids, 1, none)
        both = pl.system.task_dummy(ids)
        cores = pl.system.available_cluster_count() + pl.system.available_aiv_count()
        if pl.system.task_is_valid(pl.array.get_element(ids, 0)) and there and cores > 2:
            out, last = pl.submit(self.kernel, x, ws, out, deps=[both])
        return out
