package sectile.runtime.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.SourceFile;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.ir.text.FrontEnd;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.device.MissingException;
import sectile.runtime.host.HostOptions;
import sectile.runtime.host.Hosts;
import sectile.runtime.simulated.Programs;

/// Boards that are not there, take too long, or work in a directory with an odd name.
class EmbeddedTroubleTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(Board.class)
    void aMissingProgramIsNamedWithItsPackage(Board board) {
        HostOptions options = HostOptions.of(Map.of("PATH", directory.toString()), directory, System::nanoTime);
        assertThatExceptionOfType(MissingException.class)
                .isThrownBy(() -> EmbeddedDevice.open(board, 0, options))
                .withMessageContaining("RUN-342")
                .withMessageContaining(board.packages().getLast());
    }

    @Test
    void aRunThatTakesTooLongIsKilledAndLeavesNothing() throws IOException {
        Path cache = directory.resolve("a \"b\" 'c'\nd");
        EmbeddedExamplesTest.open(Board.RISCV64).close();
        Program program = Programs.example("softmax.py");
        Run run = Programs.run(Programs.entries(program).getFirst(), 1, 7);
        HostOptions options = HostOptions.of(System.getenv(), cache, System::nanoTime);
        try (EmbeddedDevice device = EmbeddedDevice.open(Board.RISCV64, 0, options);
                LoadedProgram loaded = device.load(program)) {
            assertThat(loaded.run(run).outputs()).isNotEmpty();
        }
        try (EmbeddedDevice device = EmbeddedDevice.open(Board.RISCV64, 0, options.withRunLimit(Duration.ofMillis(1)));
                LoadedProgram loaded = device.load(program)) {
            assertThatExceptionOfType(DiagnosticException.class)
                    .isThrownBy(() -> loaded.run(run))
                    .withMessageContaining("RUN-314");
        }
        assertThat(names(cache)).allMatch(name -> name.startsWith("program-") || name.startsWith("runtime-"));
        assertThat(names(directory)).hasSize(1);
    }

    /// The emulator of a board without an operating system is a child of something that is killed.
    @Test
    void aBareBoardEndsWithWhoStartedIt() throws Exception {
        EmbeddedExamplesTest.open(Board.RISCV64_BARE).close();
        var parents = new CopyOnWriteArrayList<Process>();
        HostOptions between = Hosts.options().withLauncher(builder -> {
            if (!builder.command().contains("--pdeathsig")) {
                return builder.start();
            }
            var command = new ArrayList<>(List.of("timeout", "600"));
            command.addAll(builder.command());
            Process parent = builder.command(command).start();
            parents.add(parent);
            return parent;
        });
        var emulators = new ArrayList<ProcessHandle>();
        Thread killer = Thread.ofPlatform().start(() -> {
            while (parents.isEmpty()
                    || parents.getFirst().descendants().findAny().isEmpty()) {
                Thread.onSpinWait();
            }
            // The guard has become the emulator when the image is open.
            while (parents.getFirst()
                    .descendants()
                    .noneMatch(one -> one.info().command().orElse("").contains("qemu"))) {
                Thread.onSpinWait();
            }
            parents.getFirst().descendants().forEach(emulators::add);
            parents.getFirst().destroyForcibly();
        });
        try (EmbeddedDevice device = EmbeddedDevice.open(Board.RISCV64_BARE, 0, between);
                LoadedProgram loaded = device.load(endless())) {
            assertThatExceptionOfType(DiagnosticException.class)
                    .isThrownBy(() -> loaded.run(Run.of("main").with("x", NdArray.zeros(DType.F32, Shape.of(1, 8)))))
                    .withMessageContaining("RUN-340");
        }
        killer.join();
        assertThat(emulators).hasSize(1);
        emulators.getFirst().onExit().get(30, TimeUnit.SECONDS);
    }

    private static Program endless() {
        return FrontEnd.parse(new SourceFile("endless.py", """
                import pypto.language as pl
                @pl.program
                class Endless:
                    @pl.function(type=pl.FunctionType.InCore)
                    def main(self, x: pl.Tensor[[1, 8], pl.FP32], y: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
                        for i in pl.range(1000000000000):
                            y = pl.store(pl.load(x, [0, 0], [1, 8]), [0, 0], y)
                        return y
                """));
    }

    private static List<String> names(Path of) throws IOException {
        try (Stream<Path> files = Files.list(of)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
