package sectile.runtime.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.interp.Run;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineOptions;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;
import sectile.sim.trace.Op;

/// The time of every kind of request, derived from the numbers of the topology.
///
/// The machine is `flat`: PEs of one per SIP, where only links between SIPs cost anything (500 ns and 10 ps per byte).
/// Single costs are switched on by settings, so that each closed form has the terms it is about and no others.
class TimesTest {
    private static final String HEADER = """
        import pypto.language as pl
        import pypto.language.distributed as pld

        """;
    private static final long LINK_PS = 500_000;
    private static final long LINK_PS_PER_BYTE = 10;

    /// The op log of a run.
    private static List<Op> ops(String text, int ranks, String... settings) {
        Program program = Programs.parse(HEADER + text);
        Function entry = Programs.entries(program).getFirst();
        Run run = Programs.run(entry, ranks, 3);
        var all = new ArrayList<>(List.of("system.sips.count=" + Math.max(2, ranks)));
        all.addAll(List.of(settings));
        Topology topology = Topologies.preset("flat", all);
        var ops = new ArrayList<Op>();
        try (Machine machine = Machine.open(topology, MachineOptions.standard().withListener(ops::add))) {
            SimulatedRun.of(program, run).placed(Placement.SINGLE).on(machine);
        }
        return ops;
    }

    private static Op only(List<Op> ops, String name) {
        List<Op> found = ops.stream().filter(op -> op.name().equals(name)).toList();
        assertThat(found).as("%s in %s", name, ops).hasSize(1);
        return found.getFirst();
    }

    private static long ps(Op op) {
        return op.endPs() - op.startPs();
    }

    private static String kernel(String body) {
        return """
            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, x: pl.Tensor[[64, 32], pl.FP32], out: pl.Out[pl.Tensor[[64, 32], pl.FP32]]):
                    t = pl.load(x, [0, 0], [64, 32])
            %s
                    out = pl.store(t, [0, 0], out)
                    return out

                @pl.function(type=pl.FunctionType.Orchestration)
                def main(self, x: pl.Tensor[[64, 32], pl.FP32], out: pl.Out[pl.Tensor[[64, 32], pl.FP32]]):
                    return self.k(x, out)
            """.formatted(body);
    }

    @Test
    void loadIsOverheadRequestAndBytes() {
        List<Op> ops = ops(
                kernel(""),
                1,
                "pe.components.pe_dma.attrs.overhead_ns=7",
                "pe.components.pe_mmu.attrs.overhead_ns=2",
                "cube.components.hbm.attrs.overhead_ns=50",
                "cube.links.hbm_noc.bandwidth_gbs=1000");
        long bytes = 64 * 32 * 4;
        // 1000 GB/s is 1 ps a byte; the request carries no bytes, and reaches the memory through its overhead.
        assertThat(ps(only(ops, "load"))).isEqualTo(7_000 + 2_000 + 50_000 + bytes);
    }

    @Test
    void storeIsOverheadAndBytes() {
        List<Op> ops = ops(
                kernel(""),
                1,
                "pe.components.pe_dma.attrs.overhead_ns=7",
                "pe.components.pe_mmu.attrs.overhead_ns=2",
                "cube.components.hbm.attrs.overhead_ns=50",
                "cube.links.hbm_noc.bandwidth_gbs=1000");
        long bytes = 64 * 32 * 4;
        assertThat(ps(only(ops, "store"))).isEqualTo(7_000 + 2_000 + 50_000 + bytes);
    }

    @Test
    void elementwiseIsLanesAndCycles() {
        List<Op> ops = ops(
                kernel("        t = pl.exp(pl.add(t, t))"),
                1,
                "pe.components.pe_math.attrs.overhead_ns=5",
                "pe.components.pe_math.attrs.clock_ghz=1",
                "pe.components.pe_math.attrs.lanes=64",
                "pe.components.pe_math.attrs.rates={f32: 0.5}",
                "pe.components.pe_math.attrs.cycles={other: 1, exp: 4}");
        // 32 elements of f32 in a group, one cycle of 1 ns per group for an addition, four for an exponential.
        assertThat(ps(only(ops, "add"))).isEqualTo(5_000 + 64 * 32 / 32 * 1_000);
        assertThat(ps(only(ops, "exp"))).isEqualTo(5_000 + 64 * 32 / 32 * 4_000);
    }

    @Test
    void matmulIsTheMacArray() {
        List<Op> ops = ops(
                """
                @pl.program
                class P:
                    @pl.function(type=pl.FunctionType.InCore)
                    def k(self, a: pl.Tensor[[32, 48], pl.FP16], b: pl.Tensor[[48, 64], pl.FP16], c: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
                        l = pl.move(pl.load(a, [0, 0], [32, 48], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Left)
                        r = pl.move(pl.load(b, [0, 0], [48, 64], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Right)
                        return pl.store(pl.matmul(l, r), [0, 0], c)

                    @pl.function(type=pl.FunctionType.Orchestration)
                    def main(self, a: pl.Tensor[[32, 48], pl.FP16], b: pl.Tensor[[48, 64], pl.FP16], c: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
                        return self.k(a, b, c)
                """,
                1,
                "pe.components.pe_gemm.attrs.overhead_ns=10",
                "pe.components.pe_gemm.attrs.clock_ghz=1",
                "pe.components.pe_gemm.attrs.mac_array={rows: 16, cols: 16, depth: 16}",
                "pe.components.pe_gemm.attrs.rates={f16: 1}",
                "pe.components.tcm.attrs.bandwidth_gbs=500");
        assertThat(ps(only(ops, "gemm"))).isEqualTo(10_000 + 2 * 4 * 3 * 1_000);
        // 500 GB/s of TCM are 2 ps a byte.
        assertThat(ops.stream().filter(op -> op.name().equals("move")).map(TimesTest::ps))
                .containsExactly(32 * 48 * 2 * 2L, 48 * 64 * 2 * 2L);
    }

    private static final int ITERATIONS = 8;

    /// Sums blocks of rows; each is one load and one exponential.
    private static String summed(String loop) {
        return """
            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, x: pl.Tensor[[256, 32], pl.FP32], out: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
                    total = pl.tile.full([32, 32], pl.FP32, 0.0)
                    for i in %s:
                        t = pl.load(x, [i, 0], [32, 32])
                        total = pl.add(total, pl.exp(t))
                    out = pl.store(total, [0, 0], out)
                    return out

                @pl.function(type=pl.FunctionType.Orchestration)
                def main(self, x: pl.Tensor[[256, 32], pl.FP32], out: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
                    return self.k(x, out)
            """.formatted(loop);
    }

    /// From the first load to the end of the last exponential, where an exponential takes `expCycles` per 64 elements
    /// and an addition one.
    private static long loopPs(String loop, int expCycles, String... memory) {
        var settings = new ArrayList<>(List.of(memory));
        settings.add("pe.components.pe_math.attrs.clock_ghz=1");
        settings.add("pe.components.pe_math.attrs.lanes=64");
        settings.add("pe.components.pe_math.attrs.rates={f32: 1}");
        settings.add("pe.components.pe_math.attrs.cycles={other: 1, exp: " + expCycles + "}");
        List<Op> ops = ops(summed(loop), 1, settings.toArray(String[]::new));
        List<Op> loads = ops.stream().filter(op -> op.name().equals("load")).toList();
        assertThat(loads).hasSize(ITERATIONS);
        long first = loads.stream().mapToLong(Op::startPs).min().orElseThrow();
        long last = ops.stream()
                .filter(op -> op.name().equals("exp"))
                .mapToLong(Op::endPs)
                .max()
                .orElseThrow();
        return last - first;
    }

    private static final long GROUPS = 32 * 32 / 64;

    /// Loads that are nothing but bytes come one after the other, and computations too: the longer of the two decides.
    @ParameterizedTest
    @ValueSource(ints = {1, 10})
    void aPipelineLoadsWhileItComputes(int expCycles) {
        // 100 GB/s is 10 ps a byte.
        String memory = "cube.links.hbm_noc.bandwidth_gbs=100";
        long load = 32 * 32 * 4 * 10;
        long add = GROUPS * 1_000;
        long compute = GROUPS * expCycles * 1_000 + add;
        assertThat(loopPs("pl.range(0, 256, 32)", expCycles, memory)).isEqualTo(ITERATIONS * (load + compute) - add);
        assertThat(loopPs("pl.pipeline(0, 256, 32, stage=2)", expCycles, memory))
                .isEqualTo(load + (ITERATIONS - 1) * Math.max(load, compute) + compute - add);
    }

    /// Loads that are nothing but latency overlap each other, too: iteration k waits for a load that was requested when
    /// iteration k − 2 ended.
    @Test
    void aPipelineHidesLatency() {
        long load = 60_000;
        long add = GROUPS * 1_000;
        long compute = GROUPS * 2 * 1_000 + add;
        long before = 0;
        long end = load + compute;
        for (int k = 1; k < ITERATIONS; k++) {
            long next = Math.max(end, before + load) + compute;
            before = end;
            end = next;
        }
        String memory = "cube.components.hbm.attrs.overhead_ns=60";
        assertThat(loopPs("pl.pipeline(0, 256, 32, stage=2)", 2, memory)).isEqualTo(end - add);
        assertThat(loopPs("pl.range(0, 256, 32)", 2, memory)).isEqualTo(ITERATIONS * (load + compute) - add);
    }

    /// A tile that is never used is waited for by a store to its tensor and by the end of the kernel.
    @Test
    void aStoreWaitsForLoadsOfWhatItChanges() {
        String[] settings = {
            "pe.components.pe_dma.attrs.overhead_ns=7",
            "cube.components.hbm.attrs.overhead_ns=50",
            "cube.links.hbm_noc.bandwidth_gbs=1000"
        };
        String text = """
            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, x: pl.InOut[pl.Tensor[[64, 32], pl.FP32]], y: pl.InOut[pl.Tensor[[64, 32], pl.FP32]]):
                    t = pl.tile.full([64, 32], pl.FP32, 1.0)
                    u = pl.load(x, [0, 0], [64, 32])
                    pl.store(t, [0, 0], %s)
                    return x, y

                @pl.function(type=pl.FunctionType.Orchestration)
                def main(self, x: pl.InOut[pl.Tensor[[64, 32], pl.FP32]], y: pl.InOut[pl.Tensor[[64, 32], pl.FP32]]):
                    return self.k(x, y)
            """;
        List<Op> same = ops(text.formatted("x"), 1, settings);
        assertThat(only(same, "store").startPs()).isEqualTo(only(same, "load").endPs());
        List<Op> other = ops(text.formatted("y"), 1, settings);
        assertThat(only(other, "store").startPs()).isEqualTo(only(other, "load").startPs());
    }

    private static String ranked(String body) {
        return """
            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, w: pl.InOut[pld.DistributedTensor[[1, 256], pl.FP32]], s: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                      x: pl.InOut[pl.Tensor[[1, 256], pl.FP32]]):
                    me = pld.rank(pld.get_comm_ctx(w))
                    n = pld.nranks(pld.get_comm_ctx(w))
            %s
                    return x

                @pl.function(type=pl.FunctionType.Orchestration)
                def chip(self, w: pl.InOut[pld.DistributedTensor[[1, 256], pl.FP32]], s: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                         x: pl.InOut[pl.Tensor[[1, 256], pl.FP32]]):
                    return self.k(w, s, x)

                @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                def host(self, x: pl.InOut[pl.Tensor[[2, 1, 256], pl.FP32]]):
                    w = pld.alloc_window_buffer(1024)
                    s = pld.alloc_window_buffer(16)
                    for r in pl.range(2):
                        self.chip(pld.window(w, [1, 256], dtype=pl.FP32), pld.window(s, [4, 1], dtype=pl.INT32), x[r], device=r)
                    return x
            """.formatted(body.indent(8).stripTrailing());
    }

    @Test
    void remoteLoadCrossesTheLinkTwiceAndCarriesTheBytesOnce() {
        List<Op> ops = ops(ranked("""
            if me == 0:
                t = pld.tile.remote_load(w, peer=1, offsets=[0, 0], shape=[1, 256])
                x = pl.store(t, [0, 0], x)
            """), 2);
        assertThat(ps(only(ops, "load"))).isEqualTo(2 * LINK_PS + 1024 * LINK_PS_PER_BYTE);
    }

    @Test
    void putIsALoadHereAndAStoreThere() {
        List<Op> ops = ops(ranked("""
            if me == 0:
                w = pld.tensor.put(w, peer=1, src=x)
            """), 2);
        assertThat(ps(only(ops, "load"))).isZero();
        assertThat(ps(only(ops, "store"))).isEqualTo(LINK_PS + 1024 * LINK_PS_PER_BYTE);
    }

    @Test
    void getIsALoadThereAndAStoreHere() {
        List<Op> ops = ops(ranked("""
            if me == 0:
                x = pld.tensor.get(x, peer=1, src=w)
            """), 2);
        assertThat(ps(only(ops, "load"))).isEqualTo(2 * LINK_PS + 1024 * LINK_PS_PER_BYTE);
        assertThat(ps(only(ops, "store"))).isZero();
    }

    @Test
    void aWaitIsOverWhenTheSignalIsThere() {
        List<Op> ops = ops(ranked("""
            if me == 0:
                pld.system.notify(s, peer=1, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
            else:
                pld.system.wait(s, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)
            """), 2);
        Op signal = only(ops, "notify");
        // The cell has four bytes; requests have none on this machine.
        assertThat(ps(signal)).isEqualTo(LINK_PS + 4 * LINK_PS_PER_BYTE);
        Op poll = only(ops, "poll");
        assertThat(poll.startPs()).isEqualTo(signal.endPs());
        assertThat(ps(poll)).isZero();
    }

    @Test
    void dataComesBeforeItsSignal() {
        List<Op> ops = ops(ranked("""
            if me == 0:
                w = pld.tensor.put(w, peer=1, src=x)
                pld.system.notify(s, peer=1, offsets=[0, 0], value=1, op=pld.NotifyOp.Set)
            else:
                pld.system.wait(s, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)
                x = pl.store(pl.load(w, [0, 0], [1, 256]), [0, 0], x)
            """), 2);
        assertThat(only(ops, "notify").startPs())
                .isGreaterThanOrEqualTo(ops.stream()
                        .filter(op -> op.name().equals("store") && op.place().sip() == 0)
                        .findFirst()
                        .orElseThrow()
                        .endPs());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 9})
    void allReduceHasFourPhases(int ranks) {
        List<Op> ops = ops(
                """
                @pl.program
                class P:
                    @pl.function(type=pl.FunctionType.InCore)
                    def k(self, w: pl.InOut[pld.DistributedTensor[[1, 256], pl.FP32]], s: pl.InOut[pld.DistributedTensor[[9, 1], pl.INT32]]):
                        w = pld.tensor.allreduce(w, s, op=pld.ReduceOp.Sum)
                        return w

                    @pl.function(type=pl.FunctionType.Orchestration)
                    def chip(self, w: pl.InOut[pld.DistributedTensor[[1, 256], pl.FP32]], s: pl.InOut[pld.DistributedTensor[[9, 1], pl.INT32]]):
                        return self.k(w, s)

                    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                    def host(self, x: pl.InOut[pl.Tensor[[1, 1], pl.FP32]]):
                        w = pld.alloc_window_buffer(1024)
                        s = pld.alloc_window_buffer(36)
                        for r in pl.range(pld.world_size()):
                            self.chip(pld.window(w, [1, 256], dtype=pl.FP32), pld.window(s, [9, 1], dtype=pl.INT32), device=r)
                        return x
                """,
                ranks,
                // A link of its own between every two SIPs would hide the distance; a switch makes all equally far.
                "system.sips.join=switch",
                "system.links.switch_sip={bandwidth_gbs: inf, latency_ns: 250}");
        // Both phases of signals and the reads between them cross two links of 250 ns; adding takes no time here.
        long signal = 2 * 250_000;
        long read = 2 * 2 * 250_000;
        long first = ops.stream()
                .filter(op -> op.name().equals("notify"))
                .mapToLong(Op::startPs)
                .min()
                .orElseThrow();
        long last = ops.stream()
                .filter(op -> op.name().equals("store"))
                .mapToLong(Op::endPs)
                .max()
                .orElseThrow();
        assertThat(last - first).isEqualTo(signal + (ranks - 1) * read + signal);
        assertThat(ops.stream().filter(op -> op.name().equals("load"))).hasSize(ranks * (ranks - 1));
    }

    /// A kernel on every rank of a machine whose SIPs are all two links of 250 ns and 10 ps per byte apart.
    private static List<Op> switched(int ranks, String body) {
        String text = """
            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, w: pl.InOut[pld.DistributedTensor[[1, 256], pl.FP32]], s: pl.InOut[pld.DistributedTensor[[9, 1], pl.INT32]],
                      x: pl.InOut[pl.Tensor[[1, 256], pl.FP32]]):
                    me = pld.rank(pld.get_comm_ctx(w))
                    n = pld.nranks(pld.get_comm_ctx(w))
                    right = (me + 1) %% n
            %s
                    return x
            """.formatted(body.indent(8).stripTrailing());
        return ops(
                text,
                ranks,
                "system.sips.join=switch",
                "system.links.switch_sip={bandwidth_gbs: 100, latency_ns: 250}");
    }

    private static List<Long> times(List<Op> ops, String name) {
        return ops.stream()
                .filter(op -> op.name().equals(name))
                .map(TimesTest::ps)
                .toList();
    }

    /// Every rank works on its right neighbour: each link has one transfer in each direction, so all take the same
    /// time.
    @ParameterizedTest
    @ValueSource(ints = {2, 4, 9})
    void everyRankReachesItsNeighbourInTheSameTime(int ranks) {
        long there = LINK_PS + 1024 * LINK_PS_PER_BYTE;
        long thereAndBack = 2 * LINK_PS + 1024 * LINK_PS_PER_BYTE;
        assertThat(times(switched(ranks, "w = pld.tensor.put(w, peer=right, src=x)\n"), "store"))
                .hasSize(ranks)
                .containsOnly(there);
        List<Op> stored = switched(
                ranks, "w = pld.tile.remote_store(pl.load(x, [0, 0], [1, 256]), w, peer=right, offsets=[0, 0])\n");
        assertThat(times(stored, "store")).hasSize(ranks).containsOnly(there);
        assertThat(times(switched(ranks, "x = pld.tensor.get(x, peer=right, src=w)\n"), "load"))
                .hasSize(ranks)
                .containsOnly(thereAndBack);
        List<Op> loaded = switched(ranks, """
            t = pld.tile.remote_load(w, peer=right, offsets=[0, 0], shape=[1, 256])
            x = pl.store(t, [0, 0], x)
            """);
        assertThat(times(loaded, "load")).hasSize(ranks).containsOnly(thereAndBack);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 9})
    void everyRankWaitsForTheSignalOfItsNeighbour(int ranks) {
        List<Op> ops = switched(ranks, """
            pld.system.notify(s, peer=right, offsets=[0, 0], value=123456, op=pld.NotifyOp.Set)
            pld.system.wait(s, offsets=[0, 0], expected=123456, cmp=pld.WaitCmp.Eq)
            """);
        assertThat(times(ops, "notify")).hasSize(ranks).containsOnly(LINK_PS + 4 * LINK_PS_PER_BYTE);
        // All notify at the same moment, so every wait ends with its signal.
        long signalled = ops.stream()
                .filter(op -> op.name().equals("notify"))
                .mapToLong(Op::endPs)
                .max()
                .orElseThrow();
        assertThat(ops.stream().filter(op -> op.name().equals("poll")).map(Op::startPs))
                .hasSize(ranks)
                .containsOnly(signalled);
    }
}
