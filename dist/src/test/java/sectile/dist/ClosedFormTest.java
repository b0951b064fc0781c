package sectile.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.base.array.DType;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.workload.CollectiveWorkload;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineOptions;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;
import sectile.sim.workload.WorkloadResult;

/// Collectives on flat machines, where only the links between ranks cost anything, take exactly what paper says.
class ClosedFormTest {
    /// Latency of a link in picoseconds.
    private static final long ALPHA = 500_000;
    /// Picoseconds per byte.
    private static final long BETA = 10;

    private static final List<Integer> RANKS = List.of(2, 3, 4, 7, 8, 16, 64);
    private static final List<Integer> SIZES = List.of(1, 63, 4096, 99_991);

    static Stream<Arguments> sweep() {
        List<Arguments> cases = new ArrayList<>();
        RANKS.forEach(ranks -> SIZES.forEach(elements -> cases.add(Arguments.of(ranks, elements))));
        return cases.stream();
    }

    private static Topology ring(int ranks) {
        return Topologies.preset("flat", List.of("system.sips.count=" + ranks));
    }

    private static Topology torus(int ranks) {
        return Topologies.preset("torus", List.of("system.sips.count=" + ranks));
    }

    /// Every rank has one link to a switch that costs nothing: any two ranks are α and β apart.
    private static Topology star(int ranks) {
        return Topologies.preset(
                "flat",
                List.of(
                        "system.sips.count=" + ranks,
                        "system.sips.join=switch",
                        "system.links.switch_sip.bandwidth_gbs=100",
                        "system.links.switch_sip.latency_ns=250"));
    }

    private static long time(Topology machine, Collective collective, String algorithm, long elements) {
        CclConfig config = CclConfig.builtin().with(collective, algorithm);
        if (collective != Collective.ALL_REDUCE) {
            config = config.with(Collective.ALL_REDUCE, "ring");
        }
        try (Machine opened = Machine.open(machine, MachineOptions.standard().withData(false))) {
            WorkloadResult result =
                    new CollectiveWorkload(collective, elements, DType.F32, ReduceOp.SUM, config).run(opened, 1);
            // Between the first kernel's start and the last one's end: on the star, launches cross the links too.
            return result.main().peExecutionPs();
        }
    }

    private static long step(long elements) {
        return ALPHA + 4 * elements * BETA;
    }

    private static long largestPart(long elements, int parts) {
        return Math.ceilDiv(elements, (long) parts);
    }

    @ParameterizedTest
    @MethodSource("sweep")
    void ring(int ranks, int elements) {
        // With fewer elements than ranks most parts are empty, but the others still go all the way round.
        assertThat(time(ring(ranks), Collective.ALL_REDUCE, "ring", elements))
                .isEqualTo(2L * (ranks - 1) * step(largestPart(elements, ranks)));
    }

    @ParameterizedTest
    @MethodSource("sweep")
    void bothWaysRoundTakeHalfTheBytes(int ranks, int elements) {
        long half = largestPart(largestPart(elements, ranks), 2);
        assertThat(time(ring(ranks), Collective.ALL_REDUCE, "ring_both_ways", elements))
                .isEqualTo(2L * (ranks - 1) * step(half));
        assertThat(time(ring(ranks), Collective.ALL_GATHER, "both_ways_allgather", elements))
                .isEqualTo((ranks - 1) * step(largestPart(elements, 2)));
        assertThat(time(ring(ranks), Collective.REDUCE_SCATTER, "both_ways_reducescatter", (long) elements * ranks))
                .isEqualTo((ranks - 1) * step(largestPart(elements, 2)));
    }

    /// On a ring, partners at distance d share links with d − 1 other pairs: each round takes d latencies and the time
    /// of half the array.
    @ParameterizedTest
    @ValueSource(ints = {4, 16, 64, 256})
    void halvingAndDoublingOnARingSendsLittleFar(int ranks) {
        long elements = ranks * 1000L;
        long most = 0;
        for (int distance = 1; distance < ranks; distance *= 2) {
            most += 2 * (distance * ALPHA + 4 * elements / 2 * BETA);
        }
        assertThat(time(ring(ranks), Collective.ALL_REDUCE, "halving_doubling", elements))
                .isLessThanOrEqualTo(most);
    }

    /// If all pairs of a ring of P ranks exchange, each link carries P/8 of an array in each direction, and messages
    /// halfway round use both ways. Step by step, links wait for the farthest message of each step.
    @ParameterizedTest
    @ValueSource(ints = {4, 8, 16, 32})
    void allToAllUsesBothWaysRound(int ranks) {
        long many = ranks * 1_000_000L;
        assertThat(time(ring(ranks), Collective.ALL_TO_ALL, "all_at_once_alltoall", many))
                .isCloseTo(4 * many * ranks / 8 * BETA + ranks / 2 * ALPHA, withinPercentage(1));
        long elements = ranks * 10_000L;
        long bound = 4 * elements * ranks / 8 * BETA;
        assertThat(time(ring(ranks), Collective.ALL_TO_ALL, "all_at_once_alltoall", elements))
                .isBetween(bound, bound + ranks / 2 * ALPHA);
        long steps = 0;
        for (int distance = 1; 2 * distance <= ranks; distance++) {
            steps += distance * ALPHA + 4 * 10_000L * distance * BETA;
        }
        assertThat(time(ring(ranks), Collective.ALL_TO_ALL, "pairwise_alltoall", elements))
                .isBetween(bound, steps);
    }

    @ParameterizedTest
    @MethodSource("sweep")
    void allGatherAndReduceScatter(int ranks, int elements) {
        assertThat(time(ring(ranks), Collective.ALL_GATHER, "ring_allgather", elements))
                .isEqualTo((ranks - 1) * step(elements));
        assertThat(time(ring(ranks), Collective.REDUCE_SCATTER, "ring_reducescatter", (long) elements * ranks))
                .isEqualTo((ranks - 1) * step(elements));
    }

    @ParameterizedTest
    @MethodSource("sweep")
    void broadcastAndReduceAreChains(int ranks, int elements) {
        assertThat(time(ring(ranks), Collective.BROADCAST, "chain_broadcast", elements))
                .isEqualTo((ranks - 1) * step(elements));
        assertThat(time(ring(ranks), Collective.REDUCE, "chain_reduce", elements))
                .isEqualTo((ranks - 1) * step(elements));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 7, 8, 16, 64})
    void forwardRing(int ranks) {
        assertThat(time(ring(ranks), Collective.ALL_REDUCE, "ring_forward", 1000))
                .isEqualTo((ranks - 1) * step(1000));
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 9, 16, 64})
    void meshIsTwoForwardRings(int ranks) {
        int side = (int) Math.sqrt(ranks);
        assertThat(time(torus(ranks), Collective.ALL_REDUCE, "mesh", 1000)).isEqualTo(2L * (side - 1) * step(1000));
    }

    /// 2(P−1)/P · S/(4B): a quarter of what one port would take, and 4(√P − 1) latencies.
    /// Of 4 ranks, east and west are one neighbour, to whom two links lead.
    @ParameterizedTest
    @ValueSource(ints = {4, 9, 16, 64})
    void torusKeepsFourLinksBusy(int ranks) {
        int side = (int) Math.sqrt(ranks);
        long elements = 4L * ranks * 1000;
        long bytes = 4 * elements;
        long expected = 4L * (side - 1) * ALPHA + 2L * (ranks - 1) * (bytes / ranks / 4) * BETA;
        assertThat(time(torus(ranks), Collective.ALL_REDUCE, "torus", elements)).isEqualTo(expected);
    }

    /// 2 log₂ P latencies and 2(P−1)/P of the bytes.
    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8, 16, 64})
    void halvingAndDoubling(int ranks) {
        int dimensions = Integer.numberOfTrailingZeros(ranks);
        long elements = ranks * 1000L;
        long expected = 2L * dimensions * ALPHA + 2L * (ranks - 1) * 4000L * BETA;
        assertThat(time(star(ranks), Collective.ALL_REDUCE, "halving_doubling", elements))
                .isEqualTo(expected);
    }

    /// Up and down a tree of depth d: at each level two children share the parent's link.
    @ParameterizedTest
    @ValueSource(ints = {3, 7, 15, 63})
    void completeTree(int ranks) {
        int depth = 31 - Integer.numberOfLeadingZeros(ranks + 1) - 1;
        long perLevel = ALPHA + 2 * 4 * 1000 * BETA;
        assertThat(time(star(ranks), Collective.ALL_REDUCE, "tree", 1000)).isEqualTo(2L * depth * perLevel);
    }

    /// Every rank's link carries P−1 parts, two in each step, and the first of them arrives after a latency.
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8, 16})
    void allToAll(int ranks) {
        assertThat(time(star(ranks), Collective.ALL_TO_ALL, "pairwise_alltoall", ranks * 1000L))
                .isEqualTo(ranks / 2 * ALPHA + (ranks - 1) * 4000L * BETA);
        assertThat(time(star(ranks), Collective.ALL_TO_ALL, "all_at_once_alltoall", ranks * 1000L))
                .isEqualTo(ALPHA + (ranks - 1) * 4000L * BETA);
    }

    /// One element up a tree and down again; at each level two children share the parent's link.
    @ParameterizedTest
    @ValueSource(ints = {3, 7, 15, 63})
    void barrier(int ranks) {
        int depth = 31 - Integer.numberOfLeadingZeros(ranks + 1) - 1;
        assertThat(time(star(ranks), Collective.BARRIER, "tree_barrier", 1))
                .isEqualTo(2L * depth * (ALPHA + 2 * 4 * BETA));
    }

    /// From rank 0 to its neighbour, the last one.
    @ParameterizedTest
    @ValueSource(ints = {1, 1000, 99_991})
    void sendAndReceive(int elements) {
        assertThat(time(ring(8), Collective.SEND_RECV, "direct_sendrecv", elements))
                .isEqualTo(step(elements));
    }

    /// Rows and the last column of a mesh of w × h cubes to its last cube and back, and a forward ring of the roots,
    /// whose messages cross all rows and columns of both SIPs to the gateway at the first cube and from there.
    @ParameterizedTest
    @CsvSource({"2, 2, 2", "4, 4, 2", "4, 2, 3", "3, 3, 4"})
    void intercube(int w, int h, int sips) {
        long alpha = 20_000;
        long beta = 5;
        Topology machine = Topologies.preset(
                "flat",
                List.of(
                        "system.sips.count=" + sips,
                        "sip.cube_mesh={ w: " + w + ", h: " + h + " }",
                        "sip.links.ucie={ bandwidth_gbs: 200, latency_ns: 20 }"));
        long bytes = 4000;
        long across = w + h - 2L;
        long between = 2 * across * alpha + ALPHA + bytes * Math.max(beta, BETA);
        long expected = 2 * across * (alpha + bytes * beta) + (sips - 1) * between;
        assertThat(time(machine, Collective.ALL_REDUCE, "intercube_allreduce", bytes / 4))
                .isCloseTo(expected, withinPercentage(5));
    }

    /// n PEs of a cube meet in n/2 steps of two links each, then P roots in P/2 steps; and back. The load before and
    /// the store after cross the link of a PE, too: with a request, three times its latency.
    @ParameterizedTest
    @CsvSource({"1, 2", "2, 4", "2, 8", "1, 16"})
    void hierarchical(int perCorner, int sips) {
        int pes = 4 * perCorner;
        long alpha = 10_000;
        long beta = 20;
        Topology machine = Topologies.preset(
                "flat",
                List.of(
                        "system.sips.count=" + sips,
                        "cube.pe_layout={ pe_per_corner: " + perCorner + ", corners: [NW, NE, SW, SE] }",
                        "cube.links.pe_noc={ bandwidth_gbs: 50, latency_ns: 10 }"));
        long bytes = 4000;
        long inside = 2 * alpha + bytes * beta;
        long between = 2 * alpha + ALPHA + bytes * Math.max(beta, BETA);
        long memory = 3 * alpha + 2 * bytes * beta;
        long expected = 2 * (pes / 2 * inside + sips / 2 * between) + memory;
        assertThat(time(machine, Collective.ALL_REDUCE, "hierarchical", bytes / 4))
                .isCloseTo(expected, withinPercentage(5));
    }

    /// The PEs of a rank share its links, and have a part of its array each. While the message of one is in flight,
    /// those of the others keep the link busy, so that all steps together have one latency.
    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void eachPe(int sips) {
        Topology machine = Topologies.preset(
                "flat",
                List.of("system.sips.count=" + sips, "cube.pe_layout={ pe_per_corner: 1, corners: [NW, NE, SW, SE] }"));
        long elements = 4L * sips * 10_000;
        long part = 4 * elements / sips * BETA;
        assertThat(time(machine, Collective.ALL_REDUCE, "each_pe_allreduce", elements))
                .isEqualTo(2L * (sips - 1) * part + ALPHA);
        assertThat(time(machine, Collective.ALL_GATHER, "each_pe_allgather", elements / sips))
                .isEqualTo((sips - 1) * part + ALPHA);
        assertThat(time(machine, Collective.REDUCE_SCATTER, "each_pe_reducescatter", elements))
                .isEqualTo((sips - 1) * part + ALPHA);
    }

    /// Every link of the ring carries P/8 of an array of each PE in each direction, as all links together need.
    @ParameterizedTest
    @ValueSource(ints = {4, 8, 16})
    void eachPeWithAllOthers(int sips) {
        Topology machine = Topologies.preset(
                "flat",
                List.of("system.sips.count=" + sips, "cube.pe_layout={ pe_per_corner: 1, corners: [NW, NE, SW, SE] }"));
        long elements = 4L * sips * 100_000;
        long bound = 4 * elements * sips / 8 * BETA;
        assertThat(time(machine, Collective.ALL_TO_ALL, "each_pe_alltoall", elements))
                .isCloseTo(bound, withinPercentage(5));
    }

    /// Every built-in algorithm has a closed form here; that of `best` is the bound, see `BestTest`. `best_lasting`
    /// is the same on machines whose links do not fail.
    @Test
    void noAlgorithmIsMissing() throws IOException {
        String tests = Files.readString(Path.of("src", "test", "java", "sectile", "dist", "ClosedFormTest.java"));
        assertThat(CclConfig.builtin().algorithms().keySet())
                .filteredOn(name -> !tests.contains(", \"" + name + "\", "))
                .containsExactly("best", "best_lasting");
    }
}
