package sectile.dist.best;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sectile.base.array.DType;
import sectile.base.diag.Diagnostics;
import sectile.base.quantity.Quantity;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.workload.CollectiveWorkload;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineOptions;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;
import sectile.sim.workload.WorkloadResult;

/// Synthesised schedules give right values on regular and irregular machines, and come near the bound.
class BestTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "system.sips.count=5",
                "system.sips.count=2",
                "system.sips.count=1",
                "system.sips={ count: 6, topology: mesh_2d_no_wrap, join: direct, shape: { w: 3, h: 2 } }",
                "system.sips={ count: 5, topology: graph, join: direct, pairs: [[0, 1], [1, 2], [0, 2], [2, 3], [3,"
                        + " 4]] }",
                "system.links.failed=[[0, 1]]",
                "system.links.different=[{ between: [2, 3], bandwidth_gbs: 10 }]",
            })
    void valuesAreRight(String setting) {
        Topology machine = Topologies.preset("flat", List.of(setting));
        for (Collective collective : new Best().collectives()) {
            for (int elements : List.of(machine.sips(), 12 * machine.sips(), 1000 * machine.sips())) {
                assertThat(run(machine, collective, elements, true).wrong())
                        .as(collective + " of " + elements)
                        .isZero();
            }
        }
    }

    /// A rank that is alone sends nothing, so that its array is not cut into more and more pieces: they would not fit
    /// in memory.
    @Test
    void aRankAloneNeedsFewPieces() {
        Topology machine = Topologies.preset("flat", List.of("system.sips.count=1"));
        for (Collective collective : new Best().collectives()) {
            assertThat(run(machine, collective, 1 << 28, false).main().latencyPs())
                    .as(collective.text())
                    .isZero();
        }
    }

    /// On regular machines only the start of the pipeline is missing to the bound.
    @ParameterizedTest
    @CsvSource({"ring_1d, 8, 1", "torus_2d, 3, 3", "torus_2d, 4, 4", "mesh_2d_no_wrap, 4, 3"})
    void largeArraysComeNearTheBound(String arrangement, int w, int h) {
        Topology machine = grid(arrangement, w, h);
        for (Collective collective : List.of(
                Collective.ALL_GATHER, Collective.REDUCE_SCATTER, Collective.ALL_REDUCE, Collective.BROADCAST)) {
            int part = 16 << 20;
            WorkloadResult result =
                    run(machine, collective, collective == Collective.ALL_GATHER ? part : part * w * h, false);
            assertThat(efficiency(result)).as(collective.text()).isBetween(0.99, 1.0);
        }
    }

    /// So it is where the directions of a link take turns, where messages meet at the ports of a switch, and where
    /// credits wait for messages that take longer than their own.
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "0.98; system.sips.count=6; system.links.sip_sip.duplex=half",
                "0.99; system.sips={ count: 6, topology: torus_2d, join: switch, shape: { w: 3, h: 2 } };"
                        + " system.links.switch_sip={ bandwidth_gbs: 141, latency_ns: 105 }",
                "0.9; system.sips={ count: 9, topology: torus_2d, join: direct, shape: { w: 3, h: 3 } }; speeds=[{ of:"
                        + " sip1, part: sip_sip, speed: 0.5 }]",
            })
    void sharedLinksAreUsedWell(double least, String sips, String more) {
        Topology machine = Topologies.preset("flat", List.of(sips, more));
        for (Collective collective : new Best().collectives()) {
            int elements = (collective == Collective.ALL_GATHER ? 1 << 22 : 1 << 24) / machine.sips() * machine.sips();
            assertThat(efficiency(run(machine, collective, elements, false)))
                    .as(collective.text())
                    .isBetween(least, 1.0);
        }
    }

    private static Topology grid(String arrangement, int w, int h) {
        String shape = arrangement.equals("ring_1d") ? "" : ", shape: { w: " + w + ", h: " + h + " }";
        return Topologies.preset(
                "flat",
                List.of("system.sips={ count: " + w * h + ", topology: " + arrangement + ", join: direct" + shape
                        + " }"));
    }

    private static double efficiency(WorkloadResult result) {
        return result.figure("efficiency").orElseThrow() instanceof Quantity.Ratio(double ratio) ? ratio : 0;
    }

    /// Seven parts come to every accelerator of two quads by six links: 7/6 rounds. A link has 20 or 40 GB/s.
    @Test
    void twoQuadsNeedSevenSixthsOfARound() {
        Topology machine = Topologies.load(Path.of("..", "examples", "dgx1.xml"), List.of(), new Diagnostics())
                .orElseThrow();
        WorkloadResult result = run(machine, Collective.ALL_GATHER, 16 << 20, false);
        // 20 GB/s are 50 ps for a byte, of which 4 · 2^24 are a part.
        double round = 50.0 * 4 * (16 << 20);
        assertThat(result.main().latencyPs() / round).isBetween(7 / 6.0 - 1e-6, 7 / 6.0 * 1.01);
    }

    /// An all-gather on a grid of equal links takes as many steps as the links of a corner need for the parts it lacks.
    @ParameterizedTest
    @CsvSource({
        "mesh_2d_no_wrap, 3, 3, 4",
        "mesh_2d_no_wrap, 4, 3, 6",
        "mesh_2d_no_wrap, 2, 2, 2",
        "torus_2d, 3, 3, 2",
        "torus_2d, 4, 4, 4",
        "torus_2d, 4, 3, 3",
        "torus_2d, 5, 5, 6"
    })
    void allGatherOnGrids(String arrangement, int w, int h, int steps) {
        Topology machine = grid(arrangement, w, h);
        int links = arrangement.startsWith("mesh") ? 2 : 4;
        assertThat(Math.ceilDiv(w * h - 1, links)).isEqualTo(steps);
        int elements = 1 << 20;
        long step = 500_000 + 4L * elements * 10;
        assertThat(run(machine, Collective.ALL_GATHER, elements, false).main().latencyPs())
                .isLessThanOrEqualTo(Math.round(steps * step * 1.01));
    }

    private static WorkloadResult run(Topology machine, Collective collective, int elements, boolean data) {
        CclConfig config =
                CclConfig.builtin().with(Collective.ALL_REDUCE, "ring").with(collective, "best");
        try (Machine opened = Machine.open(machine, MachineOptions.standard().withData(data))) {
            return new CollectiveWorkload(collective, elements, DType.F32, ReduceOp.SUM, config).run(opened, 1);
        }
    }
}
