package sectile.dist.best;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sectile.base.array.DType;
import sectile.base.diag.SourceFile;
import sectile.dist.algorithm.Registries;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.workload.CollectiveWorkload;
import sectile.sim.fabric.Units;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineOptions;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// What a play says is what the machine does: schedules take as long as planned, also where links are shared, credits
/// wait, and kernels have a lot to do.
class PlayTest {
    private static final String GRAPH = "system.sips={ count: 5, topology: graph, join: direct, pairs: [[0, 1], [1, 2],"
            + " [0, 2], [2, 3], [3, 4], [1, 4]] }";

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                // Both directions of a link take turns.
                "flat; system.sips.count=6; system.links.sip_sip.duplex=half",
                // Credits of the faster messages wait for the slower ones.
                "flat; system.sips={ count: 2, topology: torus_2d, join: direct, shape: { w: 2, h: 1 } }; speeds=[{ of:"
                        + " sip0, part: sip_sip, speed: 1.1 }]",
                "flat; system.sips={ count: 9, topology: torus_2d, join: direct, shape: { w: 3, h: 3 } }; speeds=[{ of:"
                        + " sip1, part: sip_sip, speed: 0.5 }]",
                // Messages of several ranks meet at the port of one.
                "flat; system.sips={ count: 6, topology: torus_2d, join: switch, shape: { w: 3, h: 2 } };"
                        + " system.links.switch_sip={ bandwidth_gbs: 141, latency_ns: 105 }",
                // Engines and memories inside a SIP cost something.
                "default; " + GRAPH + "; sip.cube_mesh={ w: 2, h: 2 }",
                "small; " + GRAPH + "; system.links.sip_sip.bandwidth_gbs=20",
            })
    void aScheduleTakesAsLongAsPlanned(String preset, String sips, String more) {
        Topology machine = Topologies.preset(preset, List.of(sips, more));
        for (Collective collective : new Best().collectives()) {
            OwnSchedule own = new OwnSchedule();
            long elements =
                    (collective == Collective.ALL_GATHER ? 1L << 20 : 1L << 22) / machine.sips() * machine.sips();
            CclConfig config = CclConfig.load(new SourceFile(
                            "mine.yaml",
                            "algorithms:\n  mine: { kernel: mine, topology: none, buffer_kind: hbm, n_slots: 16,"
                                    + " slot_size: auto }\n"))
                    .with(Collective.ALL_REDUCE, "ring")
                    .with(collective, "mine");
            Registries registries = Registries.builtin().with("mine", own);
            try (Machine opened =
                    Machine.open(machine, MachineOptions.standard().withData(false))) {
                long took = new CollectiveWorkload(collective, elements, DType.F32, ReduceOp.SUM, config, registries)
                        .run(opened, 1)
                        .main()
                        .peExecutionPs();
                assertThat(Units.ofPicoseconds(took) / own.planned().getFirst())
                        .as(collective.text())
                        .isBetween(0.97, 1.03);
            }
        }
    }
}
