package sectile.dist.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.base.array.DType;
import sectile.base.quantity.Quantity;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.ReduceOp;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineOptions;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;
import sectile.sim.workload.WorkloadResult;

/// What comes with the runtime is right on whatever numbers it is given.
class CollectiveWorkloadTest {
    private static final Topology SMALL = Topologies.preset("small", List.of("system.sips.count=3"));

    private static WorkloadResult run(
            Collective collective, String algorithm, DType dtype, ReduceOp op, long seed, boolean data) {
        CclConfig config =
                CclConfig.builtin().with(Collective.ALL_REDUCE, "ring").with(collective, algorithm);
        try (Machine machine = Machine.open(SMALL, MachineOptions.standard().withData(data))) {
            return new CollectiveWorkload(collective, 42, dtype, op, config).run(machine, seed);
        }
    }

    /// With bf16, i8 and u8 there are more participants than can have a share of every element.
    @ParameterizedTest
    @ValueSource(strings = {"intercube_allreduce", "hierarchical", "each_pe_allreduce", "ring", "tree"})
    void allReduce(String algorithm) {
        for (DType dtype : List.of(DType.F16, DType.BF16, DType.F32, DType.I8, DType.U8, DType.I32)) {
            for (ReduceOp op : ReduceOp.values()) {
                WorkloadResult result = run(Collective.ALL_REDUCE, algorithm, dtype, op, 3, true);
                assertThat(result.checked()).isPositive();
                assertThat(result.wrong()).as("%s of %s", op, dtype).isZero();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"BOOL", "U8", "F8E4M3", "F8E5M2", "F8E8M0", "BF16", "F64", "I64"})
    void moves(DType dtype) {
        CclConfig builtin = CclConfig.builtin();
        for (Collective collective :
                List.of(Collective.ALL_GATHER, Collective.BROADCAST, Collective.ALL_TO_ALL, Collective.SEND_RECV)) {
            String algorithm = builtin.chosen().getOrDefault(collective, CclConfig.AUTO);
            WorkloadResult result = run(collective, algorithm, dtype, ReduceOp.SUM, 3, true);
            assertThat(result.checked()).isPositive();
            assertThat(result.wrong()).as("%s", collective).isZero();
        }
    }

    @Test
    void timesDoNotDependOnValues() {
        for (String algorithm : List.of("intercube_allreduce", "ring")) {
            WorkloadResult first = run(Collective.ALL_REDUCE, algorithm, DType.F16, ReduceOp.SUM, 1, true);
            WorkloadResult second = run(Collective.ALL_REDUCE, algorithm, DType.F16, ReduceOp.SUM, 2, true);
            WorkloadResult none = run(Collective.ALL_REDUCE, algorithm, DType.F16, ReduceOp.SUM, 1, false);
            assertThat(none.checked()).isZero();
            for (WorkloadResult other : List.of(second, none)) {
                assertThat(other.main()).isEqualTo(first.main());
                assertThat(other.statistics().traceHash())
                        .isEqualTo(first.statistics().traceHash());
            }
        }
    }

    /// With `auto` queues are installed later; the operations are the same.
    @Test
    void equalOperationsHaveEqualHashesWhateverTheAlgorithmIsCalled() {
        Topology flat = Topologies.preset("flat", List.of("system.sips.count=5"));
        Set<String> hashes = new HashSet<>();
        for (String algorithm : List.of("ring_both_ways", CclConfig.AUTO)) {
            CclConfig config = CclConfig.builtin().with(Collective.ALL_REDUCE, algorithm);
            try (Machine machine = Machine.open(flat)) {
                WorkloadResult result = new CollectiveWorkload(
                                Collective.ALL_REDUCE, 100_000, DType.F32, ReduceOp.SUM, config)
                        .run(machine, 1);
                assertThat(result.figure("algorithm")).contains(new Quantity.Text("ring_both_ways"));
                hashes.add(result.statistics().traceHash() + " "
                        + result.statistics().valueHash().orElseThrow());
            }
        }
        assertThat(hashes).hasSize(1);
    }
}
