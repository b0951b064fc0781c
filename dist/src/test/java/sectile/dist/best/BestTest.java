package sectile.dist.best;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sectile.base.array.DType;
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

    @ParameterizedTest
    @CsvSource({"flat, 8, ALL_REDUCE", "flat, 8, ALL_GATHER", "flat, 8, BROADCAST", "torus, 16, ALL_GATHER"})
    void largeArraysComeNearTheBound(String preset, int sips, Collective collective) {
        Topology machine = Topologies.preset(preset, List.of("system.sips.count=" + sips));
        int elements = collective == Collective.ALL_GATHER ? 16 << 20 : 256 << 20;
        WorkloadResult result = run(machine, collective, elements, false);
        double efficiency =
                result.figure("efficiency").orElseThrow() instanceof Quantity.Ratio(double ratio) ? ratio : 0;
        assertThat(efficiency).isBetween(0.99, 1.0);
    }

    private static WorkloadResult run(Topology machine, Collective collective, int elements, boolean data) {
        CclConfig config =
                CclConfig.builtin().with(Collective.ALL_REDUCE, "ring").with(collective, "best");
        try (Machine opened = Machine.open(machine, MachineOptions.standard().withData(data))) {
            return new CollectiveWorkload(collective, elements, DType.F32, ReduceOp.SUM, config).run(opened, 1);
        }
    }
}
