package sectile.script.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.SourceFile;
import sectile.script.collective.TextAlgorithms;
import sectile.sim.machine.Machine;
import sectile.sim.topology.Topologies;
import sectile.sim.workload.WorkloadResult;

/// Programs run unedited. `host/wrong.txt` holds programs that say at the offending line which error it is; to add a
/// case, copy one and change it.
class HostProgramTest {
    private static final Path EXAMPLES = Path.of("..", "examples", "host");
    private static final Path RESOURCES = Path.of("src", "test", "resources", "host");
    private static final Pattern EXPECTATION = Pattern.compile("# error\\[([A-Z]+-\\d+)\\] col (\\d+): (.*)$");

    private record Done(List<String> lines, WorkloadResult result) {}

    private static Done run(Path file, String preset, String... settings) throws IOException {
        return run(new SourceFile(file.toString(), Files.readString(file)), preset, settings);
    }

    private static Done run(SourceFile source, String preset, String... settings) {
        List<String> lines = new ArrayList<>();
        TextAlgorithms algorithms = TextAlgorithms.load(Optional.empty(), List.of(), lines::add);
        HostProgram program = HostProgram.load(source, algorithms, lines::add);
        try (Machine machine = Machine.open(Topologies.preset(preset, List.of(settings)))) {
            return new Done(lines, program.run(machine, 1));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        vector_add    | default | system.sips.count=1 | out[:4] = [1.0, 2.0, 3.0, 4.0]
        all_reduce    | default | system.sips.count=2 | every cube of every rank has 48.0
        mlp           | small   | system.sips.count=4 | largest value 1.712890625
        ring_exchange | small   | system.sips.count=4 | rank 0 has 3, the kernel took True
        tiled_gemm    | default | system.sips.count=1 | shards of a: [(0, 0), (1, 512), (2, 1024)]
        driver        | default | system.sips.count=2 | sum over all cubes of all ranks: 36.0
        """)
    void examplesRun(String name, String preset, String setting, String line) throws IOException {
        Done done = run(EXAMPLES.resolve(name + ".py"), preset, setting);
        assertThat(done.lines).containsExactly(line);
        assertThat(done.result.main().latencyPs()).isPositive();
        assertThat(done.result.phases().getLast().name()).isEqualTo("run");
    }

    static Stream<Path> programs() throws IOException {
        try (Stream<Path> files = Files.list(RESOURCES)) {
            return files.filter(file -> file.toString().endsWith(".py")).sorted().toList().stream();
        }
    }

    /// Each asserts what it computes, and prints `ok` at its end.
    @ParameterizedTest
    @MethodSource("programs")
    void programsHold(Path file) throws IOException {
        assertThat(run(file, "small", "system.sips.count=4").lines).endsWith("ok");
    }

    @Test
    void sameRunSameTrace() throws IOException {
        WorkloadResult first = run(EXAMPLES.resolve("mlp.py"), "small").result;
        WorkloadResult second = run(EXAMPLES.resolve("mlp.py"), "small").result;
        assertThat(first.statistics().traceHash()).isEqualTo(second.statistics().traceHash());
    }

    // Mistakes

    record Wrong(String title, String text) {
        @Override
        public String toString() {
            return title;
        }
    }

    static Stream<Wrong> wrongPrograms() throws IOException {
        return Stream.of(Files.readString(RESOURCES.resolve("wrong.txt")).split("(?m)^=== ", -1))
                .filter(part -> !part.isBlank())
                .map(part -> new Wrong(part.substring(0, part.indexOf('\n')), part.substring(part.indexOf('\n') + 1)));
    }

    @ParameterizedTest
    @MethodSource("wrongPrograms")
    void mistakesAreReportedAtTheirPlace(Wrong wrong) {
        assertThatThrownBy(() -> run(new SourceFile("test.py", wrong.text), "small"))
                .isInstanceOfSatisfying(DiagnosticException.class, e -> {
                    Diagnostic found = e.diagnostics().getFirst();
                    Matcher expected = expectation(wrong.text);
                    String line = wrong.text.lines().toList().get(found.span().line() - 1);
                    assertThat(found.code()).as(e.toString()).isEqualTo(expected.group(1));
                    assertThat(line).as(e.toString()).contains("# error[");
                    assertThat(found.span().column()).as(e.toString()).isEqualTo(Integer.parseInt(expected.group(2)));
                    assertThat(found.message()).contains(expected.group(3));
                });
    }

    private static Matcher expectation(String text) {
        return text.lines()
                .map(EXPECTATION::matcher)
                .filter(Matcher::find)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aCollectiveThatARankNeverCallsIsReported() {
        String text = """
            from lab.policy import DPPolicy
            def run(torch):
                torch.distributed.init_process_group()
                torch.distributed.all_reduce(torch.zeros((4, 8), dp=DPPolicy(cube="row_wise", num_pes=1)))
            """;
        assertThatThrownBy(() -> run(new SourceFile("test.py", text), "small"))
                .isInstanceOf(DiagnosticException.class)
                .hasMessageContaining("DIST-410");
    }

    @Test
    void everyFunctionIsInTheManual() throws IOException {
        String manual = Files.readString(Path.of("..", "docs", "host-programs.md"));
        assertThat(HostProgram.signatures())
                .allSatisfy(signature -> assertThat(manual).contains(signature));
    }
}
