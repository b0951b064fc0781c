package sectile.sim.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;

/// A problem that a setting causes is shown at the setting, wherever in the file it was found.
final class SettingsToBlameTest {
    private static List<Diagnostic> problems(String preset, String... settings) {
        Diagnostics problems = new Diagnostics();
        assertThat(Topologies.open(preset, List.of(settings), problems)).isEmpty();
        return problems.all();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "torus|system.sips.topology=torus_2d|system.sips.count=6",
                "torus|system.sips.count=16|system.sips.count=0",
                "torus|system.sips.count=9|system.sips.shape={ w: 2, h: 2 }",
                "flat|system.sips.count=4|system.sips.topology=mesh_3d",
                "flat|system.sips.count=2|system.sips.join=glue",
                "default|system.sips.count=2|sip.cube_mesh.w=0",
                "default|system.sips.count=2|cube.pe_layout.pe_per_corner=-1",
                "default|system.sips.count=4|system.sips.topology=ring_2d",
                "flat|system.sips.count=5|system.links.sip_sip.bandwidth_gbs=-4",
                "flat|system.sips.count=5|system.links.sip_sip.latency_ns=soon",
                "flat|system.sips.count=5|system.links.sip_sip.duplex=quarter",
                "small|system.sips.count=5|system.fabric.chunk_bytes=0"
            })
    void isShownAtTheSetting(String preset, String good, String bad) {
        List<Diagnostic> problems = problems(preset, good, bad);
        assertThat(problems).isNotEmpty().allSatisfy(problem -> {
            assertThat(problem.span().source().name()).isEqualTo("--set");
            assertThat(problem.span().source().text()).isEqualTo(bad);
        });
    }

    @Test
    void aFileThatIsWrongItselfIsToBlame() {
        Diagnostics problems = new Diagnostics();
        SourceFile file = new SourceFile("mine.yaml", "extends: flat\nsystem: { sips: { count: 0 } }\n");
        assertThat(Topologies.load(file, List.of("sip.cube_mesh.w=2"), problems))
                .isEmpty();
        assertThat(problems.all())
                .allSatisfy(
                        problem -> assertThat(problem.span().source().name()).isEqualTo("mine.yaml"));
    }
}
