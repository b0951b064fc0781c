package sectile.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

/// SIPs that are arranged in a rectangle.
final class RectangleTest {
    private static Topology machine(String preset, String arrangement, int w, int h) {
        List<String> settings = new ArrayList<>(List.of(
                "system.sips.count=" + w * h, "system.sips.topology=" + arrangement, "system.sips.join=direct"));
        if (!arrangement.equals("ring_1d")) {
            settings.add("system.sips.shape.w=" + w);
            settings.add("system.sips.shape.h=" + h);
        }
        return Topologies.preset(preset, settings);
    }

    private static WorkloadResult run(Topology machine, String algorithm, Set<String> operations) {
        CclConfig config = CclConfig.builtin().with(Collective.ALL_REDUCE, algorithm);
        MachineOptions options = MachineOptions.standard().withListener(op -> operations.add(op.name()));
        try (Machine opened = Machine.open(machine, options)) {
            return new CollectiveWorkload(Collective.ALL_REDUCE, 600, DType.F32, ReduceOp.SUM, config).run(opened, 1);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "torus, torus_2d, 3, 2",
        "torus, torus_2d, 2, 3",
        "torus, torus_2d, 4, 1",
        "torus, mesh_2d_no_wrap, 3, 2",
        "mesh, mesh_2d, 3, 2",
        "mesh, torus_2d, 1, 5",
        "mesh, mesh_2d_no_wrap, 2, 4"
    })
    void algorithmsOnGridsTakeRectangles(String algorithm, String arrangement, int w, int h) {
        Set<String> operations = new HashSet<>();
        WorkloadResult result = run(machine("flat", arrangement, w, h), algorithm, operations);
        assertThat(result.wrong()).isZero();
        assertThat(result.checked()).isEqualTo(600L * w * h);
        assertThat(operations.contains("send S")).isEqualTo(h > 1);
        assertThat(operations.contains("send E")).isEqualTo(w > 1);
    }

    @ParameterizedTest
    @CsvSource({"torus_2d, 3, 2, true", "mesh_2d_no_wrap, 3, 2, true", "ring_1d, 6, 1, false"})
    void theRootsOfSipsExchangeAsTheSipsAreArranged(String arrangement, int w, int h, boolean columns) {
        Set<String> operations = new HashSet<>();
        WorkloadResult result = run(machine("small", arrangement, w, h), "intercube_allreduce", operations);
        assertThat(result.wrong()).isZero();
        assertThat(operations.contains("send global_S")).isEqualTo(columns);
    }

    @Test
    void aRingOfSixIsNoRectangle() {
        for (String algorithm : List.of("torus", "mesh")) {
            assertThatThrownBy(() -> run(machine("flat", "ring_1d", 6, 1), algorithm, new HashSet<>()))
                    .hasMessageContaining("DIST-310")
                    .hasMessageContaining("needs a square number of ranks, not 6")
                    .hasMessageContaining("shape: { w: …, h: … }");
        }
    }
}
