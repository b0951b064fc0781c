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

/// The MPPA device up to Kalray's own programs: only the launcher of processes is another one.
class MppaDeviceTest extends DeviceConformance {
    private final RecordingLauncher launcher = new RecordingLauncher();

    @TempDir
    private Path directory;

    private HostOptions options() {
        return Hosts.options().withCache(directory.resolve("a work 'dir'")).withLauncher(launcher);
    }

    private MppaConfig config() {
        return MppaConfig.of(Map.of())
                .withToolchain(RecordingLauncher.toolchain(directory.resolve("kalray")))
                .withPlatform(MppaPlatform.ISS);
    }

    /// Compiled files that all tests share, because the runtime takes seconds to compile.
    private static MppaConfig shared() {
        Path target = Path.of("target").toAbsolutePath();
        return MppaConfig.of(Map.of())
                .withToolchain(RecordingLauncher.toolchain(target.resolve("mppa-programs")))
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
    void commandsAreThoseOfThePlatform(MppaPlatform platform) {
        MppaConfig config = shared().withPlatform(platform).withTraces(true, false);
        try (MppaDevice device = MppaDevice.open(config, 0, options(), false);
                LoadedProgram loaded = device.load(scale(4))) {
            assertThat(loaded.run(input(1)).output("y").getDoubleAt(2)).isEqualTo(12);
        }
        RecordingLauncher.Started last = launcher.started().getLast();
        assertThat(last.program()).isEqualTo(platform.runner());
        assertThat(last.environment())
                .containsEntry("PLATFORM", platform.text())
                .containsEntry("MPPA_TRACE_ENABLE", "1")
                .containsEntry("MPPA_TRACE_USE_SYSCALL", "0");
        String image = last.words().stream()
                .filter(word -> word.contains("program-"))
                .findFirst()
                .orElseThrow()
                .replace("--exec-file=Cluster0:", "");
        assertThat(last.words())
                .isEqualTo(
                        switch (platform) {
                            case HW -> List.of("--exec-file=Cluster0:" + image, "--", "input.bin", "output.bin");
                            case ISS -> List.of("--march=kv3-2", "--", image, "input.bin", "output.bin");
                            case QEMU ->
                                List.of(
                                        "-cpu",
                                        "kv3-2",
                                        "-nographic",
                                        "-semihosting-config",
                                        "enable=on,target=native,arg=input.bin,arg=output.bin",
                                        "-kernel",
                                        image);
                        });
    }

    @Test
    void nothingIsLeftInTheDirectory() throws IOException {
        MppaConfig config = config().withArchitecture(MppaArchitecture.KV3_1);
        try (MppaDevice device = MppaDevice.open(config, 0, options(), false);
                LoadedProgram loaded = device.load(scale(4));
                LoadedProgram other = device.load(scale(5))) {
            assertThat(loaded.run(input(1)).output("y").getDoubleAt(2)).isEqualTo(12);
            int compiled = launcher.started("kvx-cos-gcc").size();
            assertThat(other.run(input(1)).output("y").getDoubleAt(2)).isEqualTo(15);
            // The runtime is compiled once for the device.
            assertThat(launcher.started("kvx-cos-gcc")).hasSize(compiled + 1);
            assertThat(left()).isNotEmpty();
        }
        assertThat(launcher.started("kvx-cos-gcc"))
                .isNotEmpty()
                .allMatch(one -> one.words().contains("-march=kv3-1"))
                .noneMatch(one -> one.words().contains("-v"));
        assertThat(left()).isEmpty();
    }

    @Test
    void firmwareAndMessagesAreThoseOfTheConfiguration() throws IOException {
        Path work = directory.resolve("kept work");
        MppaConfig config = config().withWorkDirectory(work, false)
                .withFirmware(directory.resolve("firm ware.elf"))
                .withVerbose(true, true);
        try (MppaDevice device = MppaDevice.open(config, 3, options(), false);
                LoadedProgram loaded = device.load(scale(4))) {
            loaded.run(input(1));
        }
        assertThat(launcher.started("kvx-cos-gcc")).allMatch(one -> one.words().contains("-v"));
        assertThat(launcher.started().getLast().words())
                .contains("--firmware=" + directory.resolve("firm ware.elf").toAbsolutePath());
        assertThat(Files.readString(work.resolve("mppa-3/mppa.log")))
                .contains("kvx-cos-gcc", "kvx-mppa", "exit code 0");
    }

    private List<Path> left() throws IOException {
        try (Stream<Path> files = Files.list(options().cache())) {
            return files.toList();
        }
    }

    @Test
    void aFailingCompilerLeavesNothing() throws IOException {
        MppaConfig config = config();
        Path broken = Files.writeString(directory.resolve("no compiler"), "#!/bin/sh\necho no licence >&2\nexit 4\n");
        assertThat(broken.toFile().setExecutable(true)).isTrue();
        launcher.compileWith(broken);
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
