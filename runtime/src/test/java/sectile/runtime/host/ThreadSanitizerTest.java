package sectile.runtime.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sectile.interp.Entries;
import sectile.ir.Program;
import sectile.runtime.c.ProgramEmitter;
import sectile.runtime.simulated.Programs;

/// The thread sanitizer of the C compiler finds no race in emitted programs and their runtime.
class ThreadSanitizerTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"all_reduce.py, 4, 4x1x256", "put_get_ring.py, 4, 4x1x8"})
    void findsNoRace(String file, int ranks, String shape) throws IOException {
        check(Programs.example(file), ranks, shape);
    }

    @Test
    void findsNoRaceInGraphsOfTasks() throws IOException {
        check(Programs.parse(RandomTaskGraphs.draw(3)), 1, "12x8");
    }

    private void check(Program program, int ranks, String shape) throws IOException {
        Hosts.open(0).close();
        String entry = Entries.choose(program).name();
        Files.writeString(
                directory.resolve("program.c"),
                ProgramEmitter.emit(program, entry).text());
        try (InputStream main = getClass().getResourceAsStream("sanitized_main.c")) {
            Files.writeString(
                    directory.resolve("main.c"),
                    new String(Objects.requireNonNull(main).readAllBytes(), StandardCharsets.UTF_8));
        }
        var command = new ArrayList<>(List.of(
                CCompiler.find(Hosts.options()).program().toString(),
                "-std=gnu11",
                "-O1",
                "-fsanitize=thread",
                "-o",
                "run"));
        command.addAll(List.of("main.c", "program.c"));
        for (var source : RuntimeSources.all().entrySet()) {
            Files.writeString(directory.resolve(source.getKey()), source.getValue());
            if (source.getKey().endsWith(".c")) {
                command.add(source.getKey());
            }
        }
        command.addAll(List.of("-lm", "-lpthread"));
        execute(command, true);
        execute(List.of(directory.resolve("run").toString(), "" + ranks, shape, "50"), false);
    }

    private void execute(List<String> command, boolean compiles) {
        sectile.runtime.host.Programs.Ended ended =
                sectile.runtime.host.Programs.run(command, directory, System.getenv(), LIMIT);
        if (compiles) {
            Assumptions.assumeTrue(
                    ended.exitCode() == 0 || !ended.output().contains("tsan"),
                    "no thread sanitizer: " + ended.output());
        }
        assertThat(ended.exitCode()).as(ended.output()).isZero();
    }
}
