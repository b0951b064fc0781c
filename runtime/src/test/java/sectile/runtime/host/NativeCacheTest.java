package sectile.runtime.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sectile.base.diag.DiagnosticException;
import sectile.runtime.device.DeviceConformance;
import sectile.runtime.device.LoadedProgram;

/// Compiled programs on disk, used by several at the same time, and damaged.
class NativeCacheTest {
    private static final int USERS = 6;

    @TempDir
    private Path directory;

    /// The runtime is compiled already, because that takes seconds.
    @BeforeEach
    void copyTheRuntime() throws IOException {
        value(Hosts.options(), 2);
        for (Path from : entries(Hosts.options().cache(), "runtime-")) {
            Path to = Files.createDirectories(cache().resolve(from.getFileName()));
            for (Path file : entries(from, "")) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }

    private Path cache() {
        return directory.resolve("cache");
    }

    private static List<Path> entries(Path of, String prefix) throws IOException {
        try (Stream<Path> files = Files.list(of)) {
            return files.filter(file -> file.getFileName().toString().startsWith(prefix))
                    .toList();
        }
    }

    private static double value(HostOptions options, int factor) {
        Hosts.open(0).close();
        try (HostDevice device = HostDevice.open(options);
                LoadedProgram loaded = device.load(DeviceConformance.scale(factor))) {
            return loaded.run(DeviceConformance.input(1)).output("y").getDoubleAt(2);
        }
    }

    @Test
    void severalCompileTheSameProgramAtTheSameTime() throws IOException, InterruptedException, ExecutionException {
        HostOptions options = Hosts.options().withCache(cache());
        try (var users = Executors.newFixedThreadPool(USERS)) {
            var work = new ArrayList<Callable<Double>>();
            for (int i = 0; i < USERS; i++) {
                int factor = 7 + i % 2;
                work.add(() -> value(options, factor));
            }
            List<Future<Double>> found = users.invokeAll(work);
            for (int i = 0; i < USERS; i++) {
                assertThat(found.get(i).get()).isEqualTo(3.0 * (7 + i % 2));
            }
        }
        assertThat(entries(cache(), "program-")).hasSize(2);
        assertThat(entries(cache(), "tmp-")).isEmpty();
    }

    @Test
    void aDamagedFileIsNamed() throws IOException {
        HostOptions options = Hosts.options().withCache(cache());
        assertThat(value(options, 9)).isEqualTo(27);
        Path program = entries(cache(), "program-").getFirst();
        Files.delete(program);
        Files.writeString(program, "\u007fELF, and no more of a library");
        assertThatExceptionOfType(DiagnosticException.class)
                .isThrownBy(() -> value(options, 9))
                .withMessageContaining("RUN-315")
                .withMessageContaining(program.toString());
        Files.delete(program);
        assertThat(value(options, 9)).isEqualTo(27);
    }

    /// A file can be empty after a loss of power.
    @Test
    void anEmptyFileIsCompiledAgain() throws IOException {
        HostOptions options = Hosts.options().withCache(cache());
        assertThat(value(options, 9)).isEqualTo(27);
        Path program = entries(cache(), "program-").getFirst();
        Files.delete(program);
        Files.createFile(program);
        assertThat(value(options, 9)).isEqualTo(27);
        assertThat(Files.size(program)).isPositive();
    }

    /// Whatever tidies up caches removes what was not read for a while, file by file.
    @Test
    void lostFilesOfTheRuntimeAreMadeAgain() throws IOException {
        HostOptions options = Hosts.options().withCache(cache());
        assertThat(value(options, 9)).isEqualTo(27);
        for (Path runtime : entries(cache(), "runtime-")) {
            Files.delete(runtime.resolve("sx_run.o"));
            Files.delete(runtime.resolve("sx.h"));
        }
        assertThat(value(options, 10)).isEqualTo(30);
        assertThat(entries(cache(), "tmp-")).isEmpty();
    }
}
