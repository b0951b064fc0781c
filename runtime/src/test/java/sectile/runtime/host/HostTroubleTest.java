package sectile.runtime.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.limit.LimitReached;
import sectile.base.limit.Limits;
import sectile.interp.Interpreter;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.runtime.device.DeviceConformance;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.device.MissingException;
import sectile.runtime.process.ProcessProgram;
import sectile.runtime.simulated.Programs;

/// What happens when something is missing, fails, or takes too long; nothing is left behind.
class HostTroubleTest {
    @TempDir
    private Path scratch;

    private HostOptions options;

    @BeforeEach
    void compilerIsThere() {
        Hosts.open(0).close();
        options = HostOptions.of(System.getenv(), scratch.resolve("cache"), System::nanoTime);
    }

    private static Program program(String body) {
        return Programs.parse("""
                import pypto.language as pl
                @pl.program
                class P:
                    @pl.function(type=pl.FunctionType.InCore)
                    def main(self, x: pl.Tensor[[1, 8], pl.INT32], y: pl.Out[pl.Tensor[[1, 8], pl.INT32]]):
                %s
                        return y
                """.formatted(body.indent(8).stripTrailing()));
    }

    private static Program copy() {
        return program("y = pl.store(pl.load(x, [0, 0], [1, 8]), [0, 0], y)");
    }

    private static Run input() {
        return Run.of("main").with("x", NdArray.zeros(DType.I32, Shape.of(1, 8)));
    }

    private static Diagnostic problem(HostOptions options, Program program, Run run) {
        DiagnosticException thrown = catchThrowableOfType(DiagnosticException.class, () -> {
            try (HostDevice device = HostDevice.open(options);
                    LoadedProgram loaded = device.load(program)) {
                loaded.run(run);
            }
        });
        assertThat(thrown).isNotNull();
        return thrown.diagnostics().getFirst();
    }

    private List<String> left(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("tmp-"))
                    .toList();
        }
    }

    private Path script(String name, String text) throws IOException {
        Path script = Files.writeString(scratch.resolve(name), "#!/bin/sh\n" + text + "\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        return script;
    }

    @Test
    void noCompilerSaysWhatToInstall() {
        var none = catchThrowableOfType(
                MissingException.class, () -> HostDevice.open(options.withEnvironment(Map.of("PATH", "/nowhere"))));
        assertThat(none.diagnostics().getFirst().code()).isEqualTo("RUN-310");
        assertThat(none.diagnostics().getFirst().hint()).contains("gcc");
        var wrong = catchThrowableOfType(
                MissingException.class, () -> HostDevice.open(options.withEnvironment(Map.of("CC", "/no/such/cc"))));
        assertThat(wrong).hasMessageContaining("/no/such/cc");
    }

    @Test
    void aFailingCompilerShowsItsCommandAndItsWords() throws IOException {
        Path cc = script("bad cc", "echo 'cannot think today' >&2; exit 7");
        Diagnostic found = problem(options.withEnvironment(Map.of("CC", cc.toString())), copy(), input());
        assertThat(found.code()).isEqualTo("RUN-311");
        assertThat(found.message()).contains("exit code 7", cc.toString(), "cannot think today");
        assertThat(left(options.cache())).isEmpty();
    }

    /// Its files are not kept as if they were there.
    @Test
    void aCompilerThatWritesNothingHasFailed() throws IOException {
        Path cc = script("idle-cc", "exit 0");
        Diagnostic found = problem(options.withEnvironment(Map.of("CC", cc.toString())), copy(), input());
        assertThat(found.code()).isEqualTo("RUN-311");
        assertThat(found.message()).contains("ended with exit code 0 and did not write sx_", cc.toString());
        try (Stream<Path> files = Files.list(options.cache())) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void theSignalThatEndedACompilerIsNamed() throws IOException {
        Path cc = script("killed-cc", "kill -9 $$");
        Diagnostic found = problem(options.withEnvironment(Map.of("CC", cc.toString())), copy(), input());
        assertThat(found.code()).isEqualTo("RUN-311");
        assertThat(found.message())
                .contains("the C compiler was ended by signal 9\ncommand: " + cc)
                .doesNotEndWith("\n");
    }

    /// What is left out of a long output is marked, and no line is shown in part.
    @Test
    void theEndOfALongOutputBeginsWithALine() throws IOException {
        Path cc = script(
                "chatty-cc", "i=0; while [ $i -lt 2000 ]; do echo \"complaint $i\" >&2; i=$((i+1)); done; exit 1");
        Diagnostic found = problem(options.withEnvironment(with("CC", cc.toString())), copy(), input());
        assertThat(found.message()).containsPattern("\n…\ncomplaint \\d+\n").endsWith("complaint 1999");
        assertThat(found.message().length()).isLessThan(3000);
    }

    @Test
    void aCompilerThatHangsIsKilled() throws IOException {
        Path cc = script("slow-cc", "exec sleep 1000");
        HostOptions limited =
                options.withEnvironment(Map.of("CC", cc.toString())).withCompileLimit(Duration.ofMillis(200));
        assertThat(problem(limited, copy(), input()).code()).isEqualTo("RUN-314");
        assertThat(left(options.cache())).isEmpty();
    }

    @Test
    void aCacheThatCannotBeWrittenIsNamed() throws IOException {
        Path file = Files.writeString(scratch.resolve("file"), "in the way");
        var elsewhere = HostOptions.of(System.getenv(), file.resolve("cache"), System::nanoTime);
        Diagnostic found = problem(elsewhere, copy(), input());
        assertThat(found.code()).isEqualTo("RUN-312");
        assertThat(found.message()).contains(file.toString());
    }

    /// The compiler's own words about a full disk: its output goes to the device that is always full.
    @Test
    void aFullDiskIsNotTheCompilersFault() throws IOException {
        Assumptions.assumeTrue(Files.exists(Path.of("/dev/full")));
        Path cc = script("full-cc", "echo 'int x;' | cc -x c -c -o /dev/full -");
        Diagnostic found = problem(options.withEnvironment(with("CC", cc.toString())), copy(), input());
        assertThat(found.code()).isEqualTo("RUN-312");
        assertThat(found.message())
                .contains("No space left on device", options.cache().toString());
        assertThat(left(options.cache())).isEmpty();
    }

    /// A program in a process of its own, started in another way.
    private Diagnostic problem(ProcessProgram.Starting starting, Program program) {
        NativeBuild build = NativeBuild.executable(
                CCompiler.find(Hosts.options()), List.of("-march=native"), List.of("-lm", "-lpthread"));
        var cache = new NativeCache(Hosts.options().cache(), build);
        try (var loaded = new ProcessProgram(program, cache, options, starting)) {
            return catchThrowableOfType(DiagnosticException.class, () -> loaded.run(input()))
                    .diagnostics()
                    .getFirst();
        }
    }

    @Test
    void resultsThatDoNotFitOnTheDiskAreReported() throws IOException {
        Assumptions.assumeTrue(Files.exists(Path.of("/dev/full")));
        Diagnostic found = problem(
                (executable, input, output, ranks) -> List.of(executable.toString(), input, "/dev/full"), copy());
        assertThat(found.code()).isEqualTo("RUN-312");
        assertThat(found.message()).contains("No space left on device");
        assertThat(left(options.cache())).isEmpty();
    }

    /// What is left of Sectile when it is killed is the other end of a pipe that is closed.
    @Test
    void aProgramEndsWhenNobodyWaitsForItAnyMore() {
        Diagnostic found = problem(
                new ProcessProgram.Starting() {
                    @Override
                    public List<String> command(Path executable, String input, String output, int ranks) {
                        return List.of(executable.toString(), input, output);
                    }

                    @Override
                    public sectile.runtime.host.Programs.Ended run(
                            List<String> command, Path directory, HostOptions with, Limits limits) {
                        try {
                            Process process = new ProcessBuilder(command)
                                    .directory(directory.toFile())
                                    .start();
                            process.getOutputStream().close();
                            return new sectile.runtime.host.Programs.Ended(process.waitFor(), "alone");
                        } catch (IOException | InterruptedException e) {
                            throw new AssertionError(e);
                        }
                    }
                },
                endless());
        assertThat(found.code()).isEqualTo("RUN-340");
        assertThat(found.message()).contains("exit code 119");
    }

    private static Program endless() {
        return program(
                "for i in pl.range(1000000000000):\n" + "    y = pl.store(pl.load(x, [0, 0], [1, 8]), [0, 0], y)");
    }

    private static Map<String, String> with(String name, String value) {
        var environment = new HashMap<>(System.getenv());
        environment.put(name, value);
        return environment;
    }

    /// The program has instructions of the processor in its text; a compiler writes names of files beside them.
    @Test
    void oddPathsWorkAndNothingIsLeft() throws IOException {
        Path odd = scratch.resolve("a b'c\"d\n$(e)");
        var elsewhere = HostOptions.of(System.getenv(), odd, System::nanoTime);
        for (int i = 0; i < 2; i++) {
            try (HostDevice device = HostDevice.open(elsewhere);
                    LoadedProgram loaded = device.load(DeviceConformance.scale(3))) {
                assertThat(loaded.run(DeviceConformance.input(1)).output("y").getDoubleAt(2))
                        .isEqualTo(9);
            }
            assertThat(left(odd)).isEmpty();
        }
    }

    @Test
    void whatAKilledProcessLeftIsRemoved() throws IOException {
        Path abandoned = Files.createDirectories(options.cache().resolve("tmp-999999999-7"));
        Files.writeString(abandoned.resolve("program.c"), "half");
        try (HostDevice device = HostDevice.open(options);
                LoadedProgram loaded = device.load(copy())) {
            loaded.run(input());
        }
        assertThat(abandoned).doesNotExist();
    }

    @Test
    void errorsOfKernelsHaveTheirLine() {
        Diagnostic zero = problem(
                Hosts.options(),
                program("t = pl.load(x, [0, 0], [1, 8])\ny = pl.store(pl.div(t, t), [0, 0], y)"),
                input());
        assertThat(zero.code()).isEqualTo("EXEC-103");
        assertThat(zero.span().line()).isEqualTo(7);
        Diagnostic outside = problem(
                Hosts.options(),
                program("for i in pl.range(2):\n" + "    y = pl.store(pl.load(x, [0, i * 4], [1, 8]), [0, 0], y)"),
                input());
        assertThat(outside.code()).isEqualTo("EXEC-101");
        assertThat(outside.message()).contains("elements 4 to 12 of dimension 1 are outside [1, 8]");
    }

    @Test
    void aScalarWithoutAValueIsFoundAsTheInterpreterFindsIt() {
        Program program = Programs.parse("""
                import pypto.language as pl
                @pl.program
                class P:
                    @pl.function(type=pl.FunctionType.Orchestration)
                    def main(self, x: pl.Tensor[[1, 8], pl.INT32], n: pl.Scalar[pl.INT32]):
                        with pl.at(level=pl.Level.CORE_GROUP, predicate=n > 0):
                            k = n + 1
                        with pl.at(level=pl.Level.CORE_GROUP):
                            y = pl.add(x, k)
                        return y
                """);
        for (int n = 0; n < 2; n++) {
            Run run = input().with("n", n);
            String expected = Hosts.outcome(() -> new Interpreter(program).run(run));
            assertThat(Hosts.outcome(() -> Hosts.run(program, run))).isEqualTo(expected);
            assertThat(expected.equals("EXEC-100")).isEqualTo(n == 0);
        }
    }

    @Test
    void productsOf64BitIntegersKeepThem() {
        Program program = Programs.parse("""
                import pypto.language as pl
                @pl.program
                class P:
                    @pl.function(type=pl.FunctionType.Orchestration)
                    def main(self, x: pl.Tensor[[2, 2], pl.INT64], z: pl.Out[pl.Tensor[[2, 2], pl.INT64]]):
                        z[:] = pl.matmul(x, x)
                        return z
                """);
        NdArray x = NdArray.zeros(DType.I64, Shape.of(2, 2));
        x.setLongAt(0, 3_000_000_000L);
        x.setLongAt(3, 7);
        Run run = Run.of("main").with("x", x);
        assertThat(new Interpreter(program).run(run).output("z").bitsAt(0)).isEqualTo(9_000_000_000_000_000_000L);
        assertThat(Hosts.outcome(() -> Hosts.run(program, run)))
                .isEqualTo(Hosts.outcome(() -> new Interpreter(program).run(run)));
    }

    @Test
    void aRunWithResultsCanBeExecutedAgainAndAgain() {
        Program program = Programs.parse("""
                import pypto.language as pl
                @pl.program
                class P:
                    @pl.function(type=pl.FunctionType.Orchestration)
                    def main(self, x: pl.Tensor[[64, 64], pl.FP32]):
                        return pl.matmul(x, x)
                """);
        Run run = Programs.run(program.function("main"), 1, 3);
        try (HostDevice device = HostDevice.open(Hosts.options());
                LoadedProgram loaded = device.load(program);
                LoadedProgram.Prepared prepared = loaded.prepare(run)) {
            for (int i = 0; i < 20; i++) {
                assertThat(prepared.execute(5)).isPositive();
            }
        }
    }

    @Test
    void aLimitStopsNativeCode() {
        Limits limits = Limits.none();
        limits.stop(Diagnostic.error(DiagnosticCode.reported("LIM-101"), sectile.base.diag.Span.none(), "out of time"));
        var thrown = catchThrowableOfType(LimitReached.class, () -> {
            try (HostDevice device = HostDevice.open(Hosts.options());
                    LoadedProgram loaded = device.load(endless())) {
                loaded.run(input().within(limits));
            }
        });
        assertThat(thrown).hasMessageContaining("LIM-101");
    }

    /// In every module: programs are started with lists of words, and only at known places.
    @Test
    void noCommandGoesThroughAShell() throws IOException {
        var starting = new TreeSet<String>();
        List<Path> modules;
        try (Stream<Path> all = Files.list(Programs.examples().getParent())) {
            modules = all.map(module -> module.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .toList();
        }
        assertThat(modules).hasSizeGreaterThan(10);
        for (Path module : modules) {
            try (Stream<Path> files = Files.walk(module)) {
                for (Path file :
                        files.filter(f -> f.toString().endsWith(".java")).toList()) {
                    String text = Files.readString(file);
                    assertThat(text)
                            .as(file.toString())
                            .doesNotContain(
                                    ".exec(\"",
                                    "Runtime.getRuntime().exec",
                                    "/bin/sh\"",
                                    "\"sh\", ",
                                    "\"bash\", ",
                                    "\"-c\", \"");
                    if (text.contains("new ProcessBuilder")) {
                        starting.add(file.getFileName().toString());
                    }
                }
            }
        }
        assertThat(starting).containsExactly("HostBench.java", "Point.java", "ProgramProbe.java", "Programs.java");
    }
}
