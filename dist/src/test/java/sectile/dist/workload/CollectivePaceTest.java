package sectile.dist.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sectile.base.array.DType;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.ReduceOp;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineOptions;
import sectile.sim.machine.Pace;
import sectile.sim.topology.Topologies;
import sectile.sim.workload.WorkloadResult;

/// Collectives do the same at the same time on many PEs, so that much happens at one moment. Kernels that run ahead of
/// the clock take the same time and leave the same trace there as kernels that sleep until each operation has ended.
class CollectivePaceTest {
    private static WorkloadResult run(
            Collective collective, String algorithm, String preset, int sips, boolean data, Pace pace) {
        CclConfig config = CclConfig.builtin().with(collective, algorithm);
        MachineOptions options = MachineOptions.standard().withData(data).withPace(pace);
        try (Machine machine = Machine.open(Topologies.preset(preset, List.of("system.sips.count=" + sips)), options)) {
            return new CollectiveWorkload(collective, 1000, DType.F32, ReduceOp.SUM, config).run(machine, 3);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ALL_REDUCE, intercube_allreduce, small, 3",
        "ALL_REDUCE, intercube_allreduce, default, 2",
        "ALL_REDUCE, hierarchical, small, 3",
        "ALL_REDUCE, hierarchical, default, 2",
        "ALL_REDUCE, each_pe_allreduce, small, 3",
        "ALL_REDUCE, ring, small, 4",
        "ALL_REDUCE, ring, flat, 8",
        "ALL_REDUCE, tree, flat, 8",
        "ALL_GATHER, auto, small, 4",
        "ALL_TO_ALL, auto, small, 4",
    })
    void sameTimesAndTraces(Collective collective, String algorithm, String preset, int sips) {
        WorkloadResult plain = run(collective, algorithm, preset, sips, true, Pace.PLAIN);
        WorkloadResult ahead = run(collective, algorithm, preset, sips, true, Pace.AHEAD);
        WorkloadResult noted = run(collective, algorithm, preset, sips, false, Pace.AHEAD);
        assertThat(ahead.main()).isEqualTo(plain.main());
        assertThat(noted.main()).isEqualTo(plain.main());
        assertThat(ahead.statistics().traceHash()).isEqualTo(plain.statistics().traceHash());
        assertThat(noted.statistics().traceHash()).isEqualTo(plain.statistics().traceHash());
        assertThat(plain.wrong()).isZero();
    }
}
