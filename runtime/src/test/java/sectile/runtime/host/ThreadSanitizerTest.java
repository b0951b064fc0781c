package sectile.runtime.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.base.diag.DiagnosticException;
import sectile.interp.Interpreter;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.runtime.process.ProcessProgram;
import sectile.runtime.simulated.Programs;

/// The thread sanitizer of the C compiler finds no race in emitted programs and their runtime.
///
/// `-Dsectile.sanitized=20` runs every example, and each as often.
class ThreadSanitizerTest {
    private static final int TIMES = Integer.getInteger("sectile.sanitized", 2);

    /// Examples with ranks, and those whose blocks, cores and tasks are threads.
    static List<String> examples() {
        return Integer.getInteger("sectile.sanitized", 0) > 0
                ? Programs.exampleNames()
                : List.of(
                        "all_reduce.py",
                        "both_rails.py",
                        "put_get_ring.py",
                        "remote_access.py",
                        "two_groups.py",
                        "window_buffer.py",
                        "spmd_mixed.py",
                        "task_graph.py");
    }

    @ParameterizedTest
    @MethodSource("examples")
    void findsNoRace(String file) {
        check(Programs.example(file), 4);
    }

    @Test
    void findsNoRaceInGraphsOfTasks() {
        check(Programs.parse(RandomTaskGraphs.draw(3)), 1);
    }

    /// That it would find one: calls of the runtime change a number without any order.
    @Test
    void aRaceIsFound(@TempDir Path directory) throws IOException {
        Hosts.open(0).close();
        Path race = Files.writeString(directory.resolve("race.h"), """
                #include "sx.h"
                int changed_by_all;
                #define sx_load(...) (changed_by_all++, sx_load(__VA_ARGS__))
                #define sx_store(...) (changed_by_all++, sx_store(__VA_ARGS__))
                #define sx_notify(...) (changed_by_all++, sx_notify(__VA_ARGS__))
                #define sx_wait(...) (changed_by_all++, sx_wait(__VA_ARGS__))
                #define sx_collective(...) (changed_by_all++, sx_collective(__VA_ARGS__))
                """);
        NativeBuild build = build();
        var flags = new ArrayList<>(build.linkFlags());
        flags.addAll(List.of("-include", race.toString()));
        var racing = new NativeBuild(build.compiler(), build.flags(), flags, build.sources(), build.ending());
        Program program = Programs.example("put_get_ring.py");
        Run run = Programs.run(Programs.entries(program).getFirst(), 4, 3);
        try (ProcessProgram loaded = program(program, racing)) {
            assertThat(problem(loaded, run)).contains("data race");
        }
    }

    private static NativeBuild build() {
        return NativeBuild.executable(
                CCompiler.find(Hosts.options()),
                List.of("-march=native", "-fsanitize=thread", "-g"),
                List.of("-fsanitize=thread", "-lm", "-lpthread"));
    }

    private static ProcessProgram program(Program program, NativeBuild build) {
        HostOptions options = Hosts.options().withThreads(4);
        return new ProcessProgram(
                program,
                new NativeCache(options.cache(), build),
                options,
                (executable, input, output, ranks) -> List.of(executable.toString(), input, output));
    }

    private static void check(Program program, int ranks) {
        Hosts.open(0).close();
        Run run = Programs.run(Programs.entries(program).getFirst(), ranks, 3);
        String expected = Hosts.outcome(() -> new Interpreter(program).run(run));
        try (ProcessProgram loaded = program(program, build())) {
            for (int i = 0; i < TIMES; i++) {
                try {
                    assertThat(Hosts.outcome(() -> loaded.run(run))).isEqualTo(expected);
                } catch (AssertionError e) {
                    throw new AssertionError(problem(loaded, run), e);
                }
            }
        }
    }

    private static String problem(ProcessProgram loaded, Run run) {
        try {
            loaded.run(run);
            return "";
        } catch (DiagnosticException e) {
            String text = e.toString();
            Assumptions.assumeFalse(text.contains("cannot find -ltsan"), "no thread sanitizer");
            return text;
        }
    }
}
