package sectile.runtime.mppa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sectile.base.diag.DiagnosticException;
import sectile.runtime.device.DeviceConformance;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.device.MissingException;
import sectile.runtime.device.ProgramDevice;
import sectile.runtime.host.HostOptions;
import sectile.runtime.host.Hosts;

/// The MPPA device up to Kalray's own programs, whose place others take.
class MppaDeviceTest extends DeviceConformance {
    @TempDir
    private Path directory;

    private HostOptions options() {
        return Hosts.options().withCache(directory.resolve("a work 'dir'"));
    }

    private MppaConfig config() {
        return MppaConfig.of(Map.of())
                .withToolchain(StandIn.in(directory.resolve("kalray")).directory())
                .withPlatform(MppaPlatform.ISS);
    }

    /// Programs and compiled files that all tests share, because the runtime takes seconds to compile.
    private static MppaConfig shared() {
        Path target = Path.of("target").toAbsolutePath();
        return MppaConfig.of(Map.of())
                .withToolchain(StandIn.in(target.resolve("mppa-programs")).directory())
                .withPlatform(MppaPlatform.ISS)
                .withWorkDirectory(target.resolve("mppa-work"), false);
    }

    @Override
    protected ProgramDevice open(int index) {
        Hosts.open(0).close();
        return MppaDevice.open(shared(), index, options(), false);
    }

    @ParameterizedTest
    @EnumSource(MppaPlatform.class)
    void commandsAreThoseOfThePlatform(MppaPlatform platform) throws IOException {
        MppaConfig config = shared().withPlatform(platform).withTraces(true, false);
        try (MppaDevice device = MppaDevice.open(config, 0, options(), false);
                LoadedProgram loaded = device.load(scale(4))) {
            assertThat(loaded.run(input(1)).output("y").getDoubleAt(2)).isEqualTo(12);
        }
        assertThat(new StandIn(config.toolchain().orElseThrow()).log().getLast())
                .startsWith(platform.runner() + " PLATFORM=" + platform.text() + " TRACE=1")
                .contains("program-");
    }

    @Test
    void nothingIsLeftInTheDirectory() throws IOException {
        MppaConfig config = config().withArchitecture(MppaArchitecture.KV3_1);
        try (MppaDevice device = MppaDevice.open(config, 0, options(), false);
                LoadedProgram loaded = device.load(scale(4))) {
            assertThat(loaded.run(input(1)).output("y").getDoubleAt(2)).isEqualTo(12);
            assertThat(left()).isNotEmpty();
        }
        assertThat(new StandIn(config.toolchain().orElseThrow()).log())
                .filteredOn(line -> line.startsWith("kvx-cos-gcc"))
                .isNotEmpty()
                .allMatch(line -> line.contains("-march=kv3-1"));
        assertThat(left()).isEmpty();
    }

    private List<Path> left() throws IOException {
        try (Stream<Path> files = Files.list(options().cache())) {
            return files.toList();
        }
    }

    @Test
    void aFailingCompilerLeavesNothing() throws IOException {
        MppaConfig config = config();
        Files.writeString(directory.resolve("kalray/bin/kvx-cos-gcc"), "#!/bin/bash\necho no licence >&2\nexit 4\n");
        try (MppaDevice device = MppaDevice.open(config, 0, options(), false);
                LoadedProgram loaded = device.load(scale(4))) {
            assertThatExceptionOfType(DiagnosticException.class)
                    .isThrownBy(() -> loaded.run(input(1)))
                    .withMessageContaining("RUN-311")
                    .withMessageContaining("no licence");
        }
        assertThat(left()).isEmpty();
    }

    @Test
    void theDirectoryIsKeptOnRequest() throws IOException {
        try (MppaDevice device = MppaDevice.open(shared(), 0, options(), false);
                LoadedProgram loaded = device.load(scale(4))) {
            loaded.run(input(1));
        }
        try (Stream<Path> files =
                Files.list(shared().workDirectory().orElseThrow().resolve("mppa-0"))) {
            assertThat(files)
                    .map(file -> file.getFileName().toString())
                    .anyMatch(name -> name.startsWith("program-"))
                    .noneMatch(name -> name.startsWith("tmp-"));
        }
    }

    @Test
    void whatIsMissingIsNamedWithWhatToInstallAndToSet() throws IOException {
        assertThatExceptionOfType(MissingException.class)
                .isThrownBy(() -> MppaDevice.open(0, options().withEnvironment(Map.of("PLATFORM", "x86")), false))
                .withMessageContaining("RUN-360")
                .withMessageContaining("AccessCore")
                .withMessageContaining("KALRAY_TOOLCHAIN_DIR");
        MppaConfig config = config();
        Files.delete(directory.resolve("kalray/bin/kvx-mppa"));
        assertThatExceptionOfType(MissingException.class)
                .isThrownBy(() -> MppaDevice.open(config, 0, options(), false))
                .withMessageContaining("bin/kvx-mppa");
    }

    @Test
    void codeWinsOverTheEnvironment() {
        MppaConfig config = MppaConfig.of(Map.of(
                "KALRAY_TOOLCHAIN_DIR", "/opt/kalray", "PLATFORM", "qemu", "BENCHMARK", "1", "CLEAN_WORK_DIR", "0"));
        assertThat(config.platform()).isEqualTo(MppaPlatform.QEMU);
        assertThat(config.traces()).isTrue();
        assertThat(config.cleanWorkDirectory()).isFalse();
        assertThat(config.architecture()).isEqualTo(MppaArchitecture.KV3_2);
        assertThat(config.withPlatform(MppaPlatform.HW).platform()).isEqualTo(MppaPlatform.HW);
        assertThat(config.withTraces(false, false).traces()).isFalse();
        assertThat(MppaConfig.of(Map.of()).platform()).isEqualTo(MppaPlatform.HW);
        assertThatExceptionOfType(DiagnosticException.class)
                .isThrownBy(() -> MppaConfig.of(Map.of("PLATFORM", "is")))
                .withMessageContaining("RUN-361")
                .withMessageContaining("iss");
    }
}
