package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Workloads on machines that are not like the presets: their values are right, and timing alone takes the same time.
class MachinesTest {
    private static final List<List<String>> WORKLOADS = List.of(
            List.of("allreduce", "--elements", "96"),
            List.of("allreduce", "--algorithm", "each_pe_allreduce", "--elements", "96"),
            List.of("allreduce", "--algorithm", "hierarchical", "--elements", "96"),
            List.of("allreduce", "--algorithm", "best", "--elements", "96"),
            List.of("alltoall", "--elements", "96"),
            List.of("hello-ring"),
            List.of("copy"),
            List.of("gemm", "--m", "32", "--n", "32", "--k", "32"),
            List.of("mlp"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sip.cube_mesh={w: 3, h: 3, wrap: true}",
                "sip.cube_mesh={w: 4, h: 2, wrap: true}",
                "sip.io_cube=[0, 3]",
                "pe.components.pe_dma.attrs.channels=3",
                "speeds=[{of: sip1, speed: 0.5}, {of: sip0, part: switch_sip, speed: 0.25}]",
                "variation={draw: 3, pe: {speed: 'uniform(0.5, 2)'}, link: {speed: 'lognormal(1, 0.3)'}}",
                "system.sips={count: 8, topology: torus_2d, join: switch, shape: {w: 4, h: 2}}",
                "system.sips={count: 8, topology: mesh_2d_no_wrap, join: direct, shape: {w: 2, h: 4}}"
            })
    void everyWorkloadIsRight(String machine) {
        for (List<String> workload : WORKLOADS) {
            List<String> words = new ArrayList<>(List.of("run"));
            words.addAll(workload);
            words.addAll(List.of("--topology", "small", "--set", machine, "--json"));
            Result values = InProcess.sectile(words.toArray(String[]::new));
            assertThat(values.exitCode()).as(words + "\n" + values.err()).isZero();
            words.add("--no-data");
            Result times = InProcess.sectile(words.toArray(String[]::new));
            assertThat(latency(times)).as(words.toString()).isEqualTo(latency(values));
        }
    }

    private static String latency(Result result) {
        return result.out()
                .lines()
                .filter(line -> line.contains("\"latency_ps\""))
                .findFirst()
                .orElseThrow();
    }
}
