package sectile.dist.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.quantity.Quantity;
import sectile.dist.local.Activation;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineOptions;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;
import sectile.sim.workload.Figure;
import sectile.sim.workload.Workload;
import sectile.sim.workload.WorkloadResult;

/// The models of `sectile run mlp` and `sectile run block`.
class ModelWorkloadTest {
    private static Topology machine(String preset, int sips) {
        return Topologies.preset(preset, List.of("system.sips.count=" + sips));
    }

    private static WorkloadResult run(Workload workload, Topology topology, boolean data) {
        try (Machine machine = Machine.open(topology, MachineOptions.standard().withData(data))) {
            return workload.run(machine, 3);
        }
    }

    private static DType type(String name) {
        return DType.parse(name).orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({
        "small, 4, 4, f16, GELU, true",
        "small, 4, 2, bf16, RELU, false",
        "small, 2, 1, f32, SILU, true",
        "flat, 8, 4, f16, NONE, false",
        "flat, 3, 3, f32, GELU, true"
    })
    void mlpIsRight(String preset, int ranks, int tp, String dtype, Activation activation, boolean bias) {
        MlpWorkload mlp = new MlpWorkload(3, 20, 36, type(dtype), activation, bias, tp);
        WorkloadResult result = run(mlp, machine(preset, ranks), true);
        assertThat(result.wrong()).as("%s", result.figures()).isZero();
        int pes = preset.equals("flat") ? 1 : 8;
        assertThat(result.checked()).isEqualTo(3L * 20 * ranks * pes);
        assertThat(result.figures())
                .contains(Figure.count("all_reduces", 1), Figure.count("tp", tp), Figure.count("dp", ranks / tp));
        assertThat(result.figure("largest_error_of_bound").orElseThrow())
                .isInstanceOfSatisfying(
                        Quantity.Real.class, error -> assertThat(error.value()).isBetween(0.01, 0.9));
    }

    @ParameterizedTest
    @CsvSource({
        "small, 4, 4, f16, GELU",
        "small, 4, 2, bf16, SILU",
        "small, 2, 1, f32, RELU",
        // More heads than PEs: one PE has several.
        "flat, 2, 2, f16, GELU",
        "flat, 4, 1, f32, NONE"
    })
    void blockIsRight(String preset, int ranks, int tp, String dtype, Activation activation) {
        BlockWorkload block = new BlockWorkload(2, 6, 32, 8, 40, type(dtype), activation, tp);
        WorkloadResult result = run(block, machine(preset, ranks), true);
        assertThat(result.wrong()).as("%s", result.figures()).isZero();
        assertThat(result.checked()).isPositive();
        assertThat(result.figures()).contains(Figure.count("all_reduces", 2));
        assertThat(result.figure("largest_error_of_bound").orElseThrow())
                .isInstanceOfSatisfying(
                        Quantity.Real.class, error -> assertThat(error.value()).isBetween(0.01, 0.9));
    }

    @Test
    void timesDoNotDependOnValues() {
        for (Workload workload : List.of(
                new MlpWorkload(3, 20, 36, DType.F16, Activation.GELU, true, 2),
                new BlockWorkload(2, 6, 32, 8, 40, DType.F16, Activation.GELU, 2))) {
            WorkloadResult with = run(workload, machine("small", 4), true);
            WorkloadResult without = run(workload, machine("small", 4), false);
            assertThat(without.main()).isEqualTo(with.main());
            assertThat(without.checked()).isZero();
        }
    }

    /// The check would see a rank's sum that was never added up, a wrong activation and a single wrong
    /// element.
    @Test
    void theReferenceTellsRightFromWrong() {
        Estimate x = Estimate.exact(NdArray.of(new double[] {1, 2, 3, 4}, Shape.of(2, 2)));
        Estimate w = Estimate.exact(NdArray.of(new double[] {1, -1, 0.5, 2}, Shape.of(2, 2)));
        Estimate y = x.times(w, Rounding.of(DType.F16), 4);
        assertThat(y.distance(0, 2)).isZero();
        assertThat(y.distance(1, 3.001)).isBetween(0.0, 1.0);
        assertThat(y.distance(1, 3.1)).isGreaterThan(1);
        assertThat(y.distance(2, Double.NaN)).isGreaterThan(1);
        Estimate exact = x.plus(w, new Rounding(0, 0));
        assertThat(exact.distance(0, 2)).isZero();
        assertThat(exact.distance(0, 2 + 1e-9)).isGreaterThan(1);
    }
}
