package sectile.compiler.passes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import sectile.compiler.PassCase;
import sectile.ir.text.Printer;

class LowerCompositeOpsTest {
    private static final String BARRIER_HEAD = """
            @pl.function(type=pl.FunctionType.InCore)
            def k(self, sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
            """;

    private static PassCase pass() {
        return PassCase.of(new LowerCompositeOps());
    }

    @Test
    void barrierIsARoundOfSignalsThatClearThemselves() {
        pass().given(BARRIER_HEAD + """
                    sig = pld.tensor.barrier(sig)
                    return sig
                """).becomes(BARRIER_HEAD + """
                    ctx = pld.system.get_comm_ctx(sig)
                    me = pld.system.rank(ctx)
                    ranks = pld.system.nranks(ctx)
                    for p in pl.range(ranks):
                        if p != me:
                            pld.system.notify(sig, p, [me, 0], 1)
                    for q in pl.range(ranks):
                        if q != me:
                            pld.system.wait(sig, [q, 0], 1, cmp=pld.WaitCmp.Ge)
                    for s in pl.range(ranks):
                        if s != me:
                            pld.system.notify(sig, me, [s, 0], -1)
                    sig = sig
                    return sig
                """);
    }

    private static final String REDUCE_HEAD = """
            @pl.function(type=pl.FunctionType.InCore)
            def k(self, data: pl.InOut[pld.DistributedTensor[[2, 8], pl.FP32]],
                  sig: pl.InOut[pld.DistributedTensor[[4], pl.INT32]]):
            """;

    @Test
    void allReduceReadsAllRanksInOrderAndStoresAfterTheSecondMeeting() {
        pass().given(REDUCE_HEAD + """
                    data = pld.tensor.allreduce(data, sig, op=pld.ReduceOp.Max)
                    return data
                """).becomes(REDUCE_HEAD + """
                    ctx = pld.system.get_comm_ctx(sig)
                    me = pld.system.rank(ctx)
                    ranks = pld.system.nranks(ctx)
                    for a in pl.range(ranks):
                        if a != me:
                            pld.system.notify(sig, a, [me], 1)
                    for b in pl.range(ranks):
                        if b != me:
                            pld.system.wait(sig, [b], 1, cmp=pld.WaitCmp.Ge)
                    if me == 0:
                        mine = pl.tile.load(data, [0, 0], [2, 8])
                        first = pl.yield_(mine)
                    else:
                        theirs = pld.tile.remote_load(data, 0, [0, 0], [2, 8])
                        first = pl.yield_(theirs)
                    for i, (total,) in pl.range(1, ranks, init_values=[first]):
                        if me == i:
                            mine_1 = pl.tile.load(data, [0, 0], [2, 8])
                            piece = pl.yield_(mine_1)
                        else:
                            theirs_1 = pld.tile.remote_load(data, i, [0, 0], [2, 8])
                            piece = pl.yield_(theirs_1)
                        more = pl.tile.maximum(total, piece)
                        all = pl.yield_(more)
                    for c in pl.range(ranks):
                        if c != me:
                            pld.system.notify(sig, c, [me], 1)
                    for d in pl.range(ranks):
                        if d != me:
                            pld.system.wait(sig, [d], 2, cmp=pld.WaitCmp.Ge)
                    pl.tile.store(all, [0, 0], data)
                    for e in pl.range(ranks):
                        if e != me:
                            pld.system.notify(sig, me, [e], -2)
                    data = data
                    return data
                """);
    }

    @Test
    void putBecomesTilesOfItsChunks() {
        String head = """
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, x: pl.Tensor[[4, 16], pl.FP32],
                      inbox: pl.InOut[pld.DistributedTensor[[4, 16], pl.FP32]]):
                """;
        assertThat(Printer.print(pass().given(head + """
                    inbox = pld.tensor.put(inbox, 0, x, chunk_rows=2, pipeline=True)
                    return inbox
                """).result())).contains("""
                        for chunk in pl.pipeline(2, stage=2):
                            at: pl.Scalar[pl.INDEX] = chunk * 2
                            mine: pl.Tile[[2, 16], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [at, 0], [2, 16])
                            pld.tile.remote_store(mine, inbox, 0, [at, 0])
                """);
    }

    @Test
    void blocksOfALaunchHaveCellsOfTheirOwn() {
        assertThat(Printer.print(pass().given("""
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, sig: pl.InOut[pld.DistributedTensor[[8, 1], pl.INT32]]):
                    sig = pld.tensor.barrier(sig)
                    return sig

                @pl.function(type=pl.FunctionType.Orchestration)
                def main(self, sig: pl.InOut[pld.DistributedTensor[[8, 1], pl.INT32]]):
                    sig, tid = pl.spmd_submit(self.k, sig, core_num=2)
                    return sig
                """).result()))
                .contains("block: pl.Scalar[pl.INDEX] = pl.tile.get_block_idx()", "[first_cell + me, 0], 1)");
    }

    @Test
    void aKernelWithoutCollectivesStays() {
        pass().given("""
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, x: pl.Tensor[[4, 16], pl.FP32], out: pl.Out[pl.Tensor[[4, 16], pl.FP32]]):
                    t = pl.load(x, [0, 0], [4, 16])
                    out = pl.store(t, [0, 0], out)
                    return out
                """).stays();
    }
}
