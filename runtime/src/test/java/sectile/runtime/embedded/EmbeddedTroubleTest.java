package sectile.runtime.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sectile.base.diag.DiagnosticException;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.device.MissingException;
import sectile.runtime.host.HostOptions;
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

    private static List<String> names(Path of) throws IOException {
        try (Stream<Path> files = Files.list(of)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
