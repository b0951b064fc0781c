package sectile.interp.ops;

import java.util.List;

/// Programs for the ops that need more than one core, rank or task.
final class OtherPrograms {
    private static final String HEADER = """
        import pypto.language as pl
        import pypto.language.distributed as pld

        """;

    /// One kernel on one core: events, barriers, positions, arrays, tasks, prefetches.
    static final String SYSTEM = HEADER + """
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
        """;

    /// A matrix core and two vector cores with pipes both ways: out = 2 · exp(a) summed up by the matrix core.
    static final String PIPES = HEADER + """
        @pl.program
        class Pipes:
            @pl.function(type=pl.FunctionType.AIC)
            def cube(self, a: pl.Tensor[[64, 16], pl.FP32], out: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
                pl.aic_initialize_pipe(dir_mask=3, slot_size=1024, slot_num=2, id=0)
                row = pl.tile.get_block_idx() * 16
                for i in pl.range(3):
                    t = pl.load(a, [row, 0], [16, 16], target_memory=pl.Mem.Mat)
                    pl.tile.tpush_to_aiv(t, split=1, id=0)
                    back = pl.tile.tpop_from_aiv([16, 16], dtype=pl.FP32, split=1, id=0)
                    out = pl.store(back, [row, 0], out)
                    pl.system.tfree_to_aiv(back, split=1, id=0)
                return out

            @pl.function(type=pl.FunctionType.AIV)
            def vector(self, a: pl.Tensor[[64, 16], pl.FP32]):
                pl.aiv_initialize_pipe(dir_mask=3, slot_size=1024, slot_num=2, id=0)
                for i in pl.range(3):
                    half = pl.tile.tpop_from_aic([8, 16], dtype=pl.FP32, split=1, id=0)
                    pl.system.tfree_to_aic(half, split=1, id=0)
                    pl.tile.tpush_to_aic(half * 2.0, split=1, id=0)

            @pl.function(type=pl.FunctionType.Group)
            def group(self, a: pl.Tensor[[64, 16], pl.FP32], out: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
                out = self.cube(a, out)
                self.vector(a)
                return out

            @pl.function(type=pl.FunctionType.Orchestration)
            def main(self, a: pl.Tensor[[64, 16], pl.FP32], out: pl.Out[pl.Tensor[[64, 16], pl.FP32]]):
                out, tid = pl.spmd_submit(self.group, a, out, core_num=4)
                return out
        """;

    /// Halves for each vector core and back.
    static final String LANES = HEADER + """
        @pl.program
        class Lanes:
            @pl.function()
            def main(self, a: pl.Tensor[[16, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]],
                     more: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
                with pl.at(level=pl.Level.CORE_GROUP):
                    whole = pl.load(a, [0, 0], [16, 16])
                    for lane in pl.split_aiv(2, pl.SplitMode.UP_DOWN):
                        half = pl.tile.aiv_shard(whole, split=pl.SplitMode.UP_DOWN)
                        joined = pl.tile.aic_gather(half * 2.0, split=pl.SplitMode.UP_DOWN)
                        part = pl.tensor.aiv_shard(a, split=pl.SplitMode.LEFT_RIGHT)
                        both = pl.tensor.aic_gather(part, split=pl.SplitMode.LEFT_RIGHT)
                        if lane == 0:
                            out = pl.store(joined, [0, 0], out)
                            more[:] = both
                return out, more
        """;

    private static final String RANKS_PARAMETERS = """
        x: pl.Tensor[[4, 8], pl.FP32],
                  data: pl.InOut[pld.DistributedTensor[[4, 8], pl.FP32]],
                  inbox: pl.InOut[pld.DistributedTensor[[4, 8], pl.FP32]],
                  sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                  counts: pl.Tensor[[4], pl.INT32],
                  got: pl.Out[pl.Tensor[[4], pl.INT32]],
                  out: pl.Out[pl.Tensor[[4, 8], pl.FP32]]\
        """;

    /// A kernel of four ranks around some statements; `me` is the rank, `n` how many there are.
    static String onRanks(String body) {
        return HEADER + """
            @pl.program
            class Ranks:
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, %s):
                    ctx = pld.get_comm_ctx(data)
                    me = pld.rank(ctx)
                    n = pld.nranks(ctx)
                    t = pl.load(x, [0, 0], [4, 8])
                    data = pl.store(t, [0, 0], data)
            %s
                    return out, got
            """.formatted(RANKS_PARAMETERS, body.indent(8).stripTrailing());
    }

    static final String COPY = "out = pl.store(pl.load(%s, [0, 0], [4, 8]), [0, 0], out)\n";

    static final String BUILTINS = onRanks("""
        data = pl.builtin.tensor.allreduce(data, sig)
        data = pl.builtin.tensor.allreduce_ring(data, sig)
        sig = pl.builtin.tensor.barrier(sig)
        data = pl.builtin.tensor.broadcast(data, sig, root=1)
        data = pl.builtin.tensor.reduce_scatter(data, sig)
        inbox = pl.builtin.tensor.all_to_all(data, inbox, sig)
        inbox = pl.builtin.tensor.all_to_all_v(data, inbox, sig, counts, got)
        part = pl.slice(data, [1, 8], [0, 0])
        inbox = pl.builtin.tensor.allgather(part, inbox, sig)
        """ + COPY.formatted("inbox"));

    /// The host's side: windows, workers, futures.
    static final String HOST = HEADER + """
        @pl.program
        class Host:
            @pl.function(type=pl.FunctionType.Orchestration)
            def nothing(self):
                pl.system.fence()

            @pl.function(type=pl.FunctionType.InCore)
            def fill(self, data: pl.InOut[pld.DistributedTensor[[4, 8], pl.FP32]], out: pl.Out[pl.Tensor[[4, 8], pl.FP32]],
                     x: pl.Scalar[pl.FP32]):
                data = pl.store(pl.tile.full([4, 8], 1.0, dtype=pl.FP32) * x, [0, 0], data)
                return out

            @pl.function(type=pl.FunctionType.InCore)
            def copy(self, data: pl.InOut[pld.DistributedTensor[[4, 8], pl.FP32]], out: pl.Out[pl.Tensor[[4, 8], pl.FP32]]):
                out = pl.store(pl.load(data, [0, 0], [4, 8]), [0, 0], out)
                return out

            @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
            def host(self, out: pl.Out[pl.Tensor[[4, 4, 8], pl.FP32]]):
                a = pl.dist.make_tensor([4, 8], dtype=pl.FP32)
                b = pl.dist.tree_reduce(a, a)
                f = pl.dist.submit_worker(0, callee="nothing")
                g = pl.dist.submit_orchestrator(1, callee="nothing")
                pl.dist.future_get(f)
                pl.dist.future_get(g)
                buf = pld.alloc_window_buffer(4 * 8 * pl.FP32.get_byte())
                win = pld.window(buf, [4, 8], dtype=pl.FP32)
                for r in pl.range(pld.world_size()):
                    self.fill(win, out[r], pl.cast(r + 1, pl.FP32), device=r)
                win = pld.tensor.allreduce(win)
                for r in pl.range(pld.world_size()):
                    self.copy(win, out[r], device=r)
                return out
        """;

    static final List<String> ALL =
            List.of(SYSTEM, PIPES, LANES, BUILTINS, HOST, DistributedCases.everything(), DistributedCases.internals());

    private OtherPrograms() {}
}
