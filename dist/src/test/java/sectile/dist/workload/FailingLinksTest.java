package sectile.dist.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.base.array.DType;
import sectile.dist.algorithm.Registries;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.limit.Bottleneck;
import sectile.dist.limit.Certificate;
import sectile.dist.limit.LowerBound;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineOptions;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;
import sectile.sim.workload.WorkloadResult;

/// Collectives on machines whose links fail, before a run or during it: values are right as long as there is another
/// way, and if there is none, the message names the SIPs.
class FailingLinksTest {
    private static final int RANKS = 6;
    private static final int ELEMENTS = RANKS * 2000;

    private static Topology ring(String failed, String duplex) {
        return Topologies.preset(
                "flat",
                List.of(
                        "system.sips={ count: " + RANKS + ", topology: ring_1d, join: direct }",
                        "system.links.sip_sip.duplex=" + duplex,
                        "system.links.failed=[" + failed + "]"));
    }

    private static Topology line(String failed) {
        return Topologies.preset(
                "flat",
                List.of(
                        "system.sips={ count: 3, topology: graph, join: direct, pairs: [[0, 1], [1, 2]] }",
                        "system.links.failed=[" + failed + "]"));
    }

    private static WorkloadResult run(Topology machine, Collective collective, String algorithm) {
        CclConfig config =
                CclConfig.builtin().with(Collective.ALL_REDUCE, "ring").with(collective, algorithm);
        try (Machine opened = Machine.open(machine, MachineOptions.standard())) {
            return new CollectiveWorkload(collective, ELEMENTS, DType.F32, ReduceOp.SUM, config).run(opened, 1);
        }
    }

    /// Every algorithm for rings and any number of ranks, with a link that fails at once, early or late in the run.
    @ParameterizedTest
    @EnumSource(
            value = Collective.class,
            names = {"ALL_REDUCE", "ALL_GATHER", "REDUCE_SCATTER", "BROADCAST", "REDUCE", "ALL_TO_ALL"})
    void valuesAreRightWhileThereIsAnotherWay(Collective collective) {
        Registries registries = Registries.builtin();
        int runs = 0;
        for (AlgorithmSettings settings : CclConfig.builtin().algorithms().values()) {
            boolean does = registries
                    .algorithms()
                    .find(settings.kernel(), settings.span())
                    .collectives()
                    .contains(collective);
            boolean anyRanks = !List.of("torus", "mesh", "halving_doubling").contains(settings.kernel());
            if (does && anyRanks && settings.mapper().equals("leader_only")) {
                long whole = run(ring("", "full"), collective, settings.name())
                        .main()
                        .latencyPs();
                for (long at : List.of(0L, whole / 3000, whole / 1500)) {
                    String failed = "{ between: [1, 2], at_ns: " + at + " }";
                    WorkloadResult result = run(ring(failed, "full"), collective, settings.name());
                    assertThat(result.wrong()).as(settings.name() + " at " + at).isZero();
                    assertThat(result.main().latencyPs())
                            .as(settings.name() + " at " + at)
                            .isGreaterThanOrEqualTo(whole);
                    assertThat(run(ring(failed, "half"), collective, settings.name())
                                    .wrong())
                            .as(settings.name() + " at " + at)
                            .isZero();
                    runs++;
                }
            }
        }
        assertThat(runs).isGreaterThanOrEqualTo(6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ring", "ring_both_ways", "tree", "best"})
    void withoutAnotherWayTheRunSaysWhichSipsAreApart(String algorithm) {
        assertThatThrownBy(() -> run(line("[1, 2]"), Collective.ALL_REDUCE, algorithm))
                .hasMessageContaining(algorithm.equals("best") ? "DIST-319" : "SIM-503");
        assertThatThrownBy(() -> run(line("{ between: [1, 2], at_ns: 600 }"), Collective.ALL_REDUCE, algorithm))
                .hasMessageContaining("SIM-503")
                .hasMessageMatching("(?s).*no working link leads from SIP [0-2] to SIP [0-2].*");
    }

    /// Ranks that are connected with each other, but not with the others, are not taken for a tree.
    @ParameterizedTest
    @EnumSource(names = {"ALL_REDUCE", "ALL_GATHER", "REDUCE_SCATTER", "BROADCAST", "REDUCE"})
    void groupsThatAreApartAreRefusedInEveryCollective(Collective collective) {
        Topology machine = Topologies.preset(
                "flat",
                List.of("system.sips={ count: 6, topology: graph, join: direct,"
                        + " pairs: [[0, 1], [1, 2], [3, 4], [4, 5]] }"));
        assertThatThrownBy(() -> run(machine, collective, "best")).hasMessageContaining("DIST-319");
        Bottleneck bound = LowerBound.bottleneck(machine, 6, collective);
        assertThat(bound.gbs()).isZero();
        assertThat(bound.describe()).matches("no working link leads to or from SIPs (0, 1, 2|3, 4, 5)");
    }

    /// A schedule avoids a link that has failed before the run, and one that is slow is used for as little as it can
    /// carry in time.
    @Test
    void aScheduleIsMadeForTheLinksThatThereAre() {
        long without = time(ring("[1, 2]", "full"), "best");
        assertThat(without).isLessThan(time(ring("[1, 2]", "full"), "ring"));
        Topology slow = Topologies.preset(
                "flat",
                List.of(
                        "system.sips={ count: " + RANKS + ", topology: ring_1d, join: direct }",
                        "system.links.different=[{ between: [1, 2], bandwidth_gbs: 1 }]"));
        assertThat(time(slow, "best")).isLessThanOrEqualTo(Math.round(without * 1.01));
    }

    /// Two rings of four joined by two links. If one within a ring fails early, messages that were to cross it take
    /// detours
    /// over links that are busy. `best` then does without it from the beginning; if it fails late, it does not.
    @Test
    void aScheduleDoesWithoutALinkThatFailsEarly() {
        long with = time(rings(""), "best");
        long without = time(rings("[1, 2]"), "best");
        assertThat(with).isLessThan(without * 9 / 10);
        String early = "{ between: [1, 2], at_ns: 20000 }";
        assertThat(time(rings(early), "best_lasting")).isEqualTo(without);
        assertThat(time(rings(early), "best")).isLessThanOrEqualTo(without);
        String late = "{ between: [1, 2], at_ns: 100000000 }";
        assertThat(time(rings(late), "best")).isEqualTo(with);
    }

    /// A broadcast of S bytes to SIP 1 of three, over two links until one fails and then over the other. The link that
    /// fails works for 70 µs of the collective, which begins after 30, or not at all, or to the end.
    @ParameterizedTest
    @CsvSource({"30, 100, 0.07", "200, 100, 0", "0, 0, 0", "500, 100000, 1"})
    void theBoundCountsLinksUntilTheyFail(long startUs, long failsUs, double works) {
        Topology machine = Topologies.preset(
                "flat",
                List.of(
                        "system.sips={ count: 3, topology: ring_1d, join: direct }",
                        "system.fabric.chunk_bytes=1024",
                        "system.links.sip_sip={ bandwidth_gbs: 10, latency_ns: 10 }",
                        "system.links.failed=[{ between: [0, 1], at_ns: " + 1000 * failsUs + " }]"));
        long bytes = 10_000_000;
        // At 10 GB/s, 10 MB take 1 ms.
        double ms = works == 1 ? 0.5 : 1 - works;
        Certificate bound = LowerBound.certificate(machine, 3, Collective.BROADCAST, bytes, startUs * 1_000_000);
        assertThat(bound.boundPs() / 1e9).isBetween(ms * 0.998, ms);
        assertThat(bound.limitedBy()).isEqualTo(works > 0 ? "the 2 links around SIP 0" : "the link around SIP 0");
    }

    private static Topology rings(String failed) {
        return Topologies.preset(
                "flat",
                List.of(
                        "system.sips={ count: 8, topology: graph, join: direct, pairs: [[0, 1], [1, 2], [2, 3], [3, 0],"
                                + " [4, 5], [5, 6], [6, 7], [7, 4], [0, 4], [2, 6]] }",
                        "system.links.failed=[" + failed + "]"));
    }

    private static long time(Topology machine, String algorithm) {
        CclConfig config = CclConfig.builtin().with(Collective.ALL_REDUCE, algorithm);
        try (Machine opened = Machine.open(machine, MachineOptions.standard().withData(false))) {
            return new CollectiveWorkload(Collective.ALL_REDUCE, 8 << 20, DType.F32, ReduceOp.SUM, config)
                    .run(opened, 1)
                    .main()
                    .latencyPs();
        }
    }
}
