package sectile.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.diag.Diagnostic;
import sectile.dist.tensor.DpPolicy;
import sectile.sim.topology.Topologies;

/// What a cluster in debug mode warns of.
class DebugTest {
    private static List<String> codes(List<Diagnostic> warnings) {
        return warnings.stream().map(Diagnostic::code).toList();
    }

    @Test
    void rankAndDeviceOutsideWorkersAreZeroWithAWarning() {
        List<Diagnostic> warnings = new ArrayList<>();
        try (Cluster cluster = Cluster.open(Topologies.preset("small"))) {
            cluster.distributed().initProcessGroup("ahbm");
            // Without debug mode no one hears of it.
            assertThat(cluster.distributed().rank()).isZero();
            cluster.debug(warnings::add);
            assertThat(warnings).isEmpty();
            assertThat(cluster.distributed().rank()).isZero();
            assertThat(codes(warnings)).containsExactly("DIST-204");
            assertThat(cluster.device().index()).isZero();
            assertThat(cluster.zeros(Shape.of(2), DType.F32, DpPolicy.onePe()).sip())
                    .isZero();
            assertThat(codes(warnings)).containsExactly("DIST-204", "DIST-205", "DIST-205");
        }
    }

    @Test
    void whoChoosesADeviceOrIsAWorkerIsNotWarned() {
        List<Diagnostic> warnings = new ArrayList<>();
        try (Cluster cluster = Cluster.open(Topologies.preset("small"))) {
            cluster.distributed().initProcessGroup("ahbm");
            cluster.debug(warnings::add);
            cluster.accelerator().setDeviceIndex(1);
            assertThat(cluster.zeros(Shape.of(2), DType.F32, DpPolicy.onePe()).sip())
                    .isOne();
            cluster.distributed().spawn(rank -> {
                assertThat(cluster.distributed().rank()).isEqualTo(rank);
                assertThat(cluster.device().index()).isEqualTo(rank);
                cluster.zeros(Shape.of(2), DType.F32, DpPolicy.onePe());
            });
            assertThat(warnings).isEmpty();
        }
    }
}
