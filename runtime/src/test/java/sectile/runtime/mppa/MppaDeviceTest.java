package sectile.runtime.mppa;

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
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.base.limit.LimitReached;
import sectile.base.limit.Limits;
import sectile.interp.Interpreter;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.ir.text.FrontEnd;
import sectile.runtime.device.DeviceArray;
import sectile.runtime.device.Evaluation;
import sectile.runtime.device.EvaluationOptions;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.device.MemoryConformance;
import sectile.runtime.device.Meter;
import sectile.runtime.device.MissingException;
import sectile.runtime.device.ProgramDevice;
import sectile.runtime.host.HostOptions;
import sectile.runtime.host.Hosts;
import sectile.runtime.simulated.Programs;

/// The MPPA device up to Kalray's own programs: only the launcher of processes is another one.
class MppaDeviceTest extends MemoryConformance {
    private final RecordingLauncher launcher = new RecordingLauncher();

    @TempDir
    private Path directory;

    private HostOptions options() {
        return Hosts.options().withCache(directory.resolve("a \"work\"\n'dir'")).withLauncher(launcher);
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
        return MppaDevice.open(shared(), index, options());
    }

    @ParameterizedTest
    @EnumSource(MppaPlatform.class)
    void commandsAreThoseOfThePlatform(MppaPlatform platform) {
        MppaConfig config = shared().withPlatform(platform).withTraces(true, false);
        try (MppaDevice device = MppaDevice.open(config, 0, options());
                LoadedProgram loaded = device.load(scale(4))) {
            assertThat(loaded.run(input(1)).output("y").getDoubleAt(2)).isEqualTo(12);
        }
        RecordingLauncher.Started last = launcher.started().getLast();
        assertThat(last.program()).isEqualTo(platform.runner());
        assertThat(last.environment())
                .containsEntry("PLATFORM", platform.text())
                .containsEntry("MPPA_TRACE_ENABLE", "1")
                .containsEntry("MPPA_TRACE_USE_SYSCALL", "0");
        String image = RecordingLauncher.image(last.words());
        assertThat(last.words())
                .isEqualTo(
                        switch (platform) {
                            case HW -> List.of("--exec-file=Cluster0:" + image);
                            case ISS -> List.of("--march=kv3-2", "--", image);
                            case QEMU ->
                                List.of(
                                        "-cpu",
                                        "kv3-2",
                                        "-display",
                                        "none",
                                        "-serial",
                                        "none",
                                        "-monitor",
                                        "none",
                                        "-semihosting-config",
                                        "enable=on,target=native",
                                        "-kernel",
                                        image);
                        });
    }

    @Test
    void arraysStayOnTheAccelerator() {
        EvaluationOptions twice = EvaluationOptions.standard().withRepeat(1).withNumber(2);
        try (MppaDevice device = MppaDevice.open(shared(), 0, options());
                DeviceArray array = DeviceArray.on(device, NdArray.full(DType.F32, Shape.of(3, 5), 7))) {
            assertThat(array.buffer().address() % 64).isZero();
            assertThat(device.evaluate(scale(3), input(1), twice).copied()).isEqualTo(2 * 64 * Float.BYTES);
            assertThat(device.evaluate(scale(3, "pl.OnDevice[", "]"), input(1), twice)
                            .copied())
                    .isZero();
            assertThat(array.toHost().getDoubleAt(14)).isEqualTo(7);
        }
        assertThat(launcher.running()).hasSize(1);
    }

    @Test
    void programsOfSeveralRanksRunOnTheCluster() {
        Program program = Programs.example("all_reduce.py");
        Run run = Programs.run(Programs.entries(program).getFirst(), 4, 7);
        try (MppaDevice device = MppaDevice.open(shared(), 0, options());
                LoadedProgram loaded = device.load(program)) {
            assertThat(loaded.run(run).outputs())
                    .isEqualTo(new Interpreter(program).run(run).outputs());
        }
    }

    @Test
    void aLimitOfLoadedProgramsIsReported() {
        try (MppaDevice device = MppaDevice.open(shared().withMostKernels(1), 0, options());
                LoadedProgram second = device.load(scale(5))) {
            try (LoadedProgram first = device.load(scale(4))) {
                first.run(input(1));
                assertThatExceptionOfType(DiagnosticException.class)
                        .isThrownBy(() -> second.run(input(1)))
                        .withMessageContaining("RUN-362")
                        .withMessageContaining("withMostKernels");
            }
            assertThat(second.run(input(1)).output("y").getDoubleAt(2)).isEqualTo(15);
        }
    }

    @Test
    void countersHaveSelectorsAndReductions() {
        MppaConfig config = shared().withCounters(List.of(
                "cpu-time", "cpu-time:max", "cpu-time@0.0", "cpu-time@0.15", "threads", "cycles", "threads@3"));
        try (MppaDevice device = MppaDevice.open(config, 0, options())) {
            Evaluation evaluation = device.evaluate(
                    scale(3),
                    input(1),
                    EvaluationOptions.standard().withRepeat(2).withNumber(3).withCounters(true));
            List<Meter.Reading> readings = evaluation.counters();
            assertThat(readings)
                    .extracting(Meter.Reading::name)
                    .isEqualTo(config.counters().stream().map(MppaCounter::text).toList());
            double sum = readings.getFirst().value();
            assertThat(sum).isPositive();
            assertThat(readings.get(1).value()).isPositive().isLessThanOrEqualTo(sum);
            assertThat(readings.get(2).value()).isPositive().isLessThanOrEqualTo(sum);
            assertThat(readings.get(3).value()).isLessThan(sum);
            assertThat(readings.get(4).value()).isGreaterThanOrEqualTo(1);
            assertThat(readings.get(5).unavailable()).contains("no such counter");
            assertThat(readings.get(6).unavailable()).contains("cluster 0");
        }
        for (List<String> wrong : List.of(
                List.of("cpu-time@5"),
                List.of("cpu-time@0.16"),
                List.of("cpu-time:median"),
                List.of("CPU time"),
                List.of("a", "b", "c", "d", "e", "f", "g", "h"))) {
            assertThatExceptionOfType(DiagnosticException.class)
                    .isThrownBy(() -> shared().withCounters(wrong))
                    .withMessageContaining("RUN-364");
        }
    }

    @Test
    void anAcceleratorThatDisappearsIsReported() throws InterruptedException {
        try (MppaDevice device = MppaDevice.open(shared(), 0, options());
                LoadedProgram loaded = device.load(scale(4));
                DeviceArray array = DeviceArray.on(device, NdArray.full(DType.F32, Shape.of(3), 7))) {
            loaded.run(input(1));
            launcher.running().getFirst().destroyForcibly().waitFor();
            assertThatExceptionOfType(DiagnosticException.class)
                    .isThrownBy(() -> loaded.run(input(1)))
                    .withMessageContaining("RUN-363")
                    .withMessageContaining("signal 9");
            assertThatExceptionOfType(DiagnosticException.class)
                    .isThrownBy(array::toHost)
                    .withMessageContaining("RUN-363");
        }
    }

    /// A kernel that traps ends the program of the accelerator while the host waits for the run.
    @Test
    void anEndDuringARunIsReported() throws InterruptedException {
        try (MppaDevice device = MppaDevice.open(shared(), 0, options());
                LoadedProgram loaded = device.load(endless())) {
            try (DeviceArray started = DeviceArray.zeros(device, DType.F32, Shape.of(3))) {
                assertThat(started.toHost().getDoubleAt(0)).isZero();
            }
            Process program = launcher.running().getFirst();
            Thread killer = Thread.ofPlatform().start(() -> {
                // The kernel library is loaded and runs when the program has used some time.
                while (program.info().totalCpuDuration().orElse(Duration.ZERO).compareTo(Duration.ofMillis(100)) < 0) {
                    Thread.onSpinWait();
                }
                program.destroyForcibly();
            });
            assertThatExceptionOfType(DiagnosticException.class)
                    .isThrownBy(() -> loaded.run(input(1)))
                    .withMessageContaining("RUN-363")
                    .withMessageContaining("signal 9");
            killer.join();
        }
    }

    @Test
    void aRunIsStoppedByALimitAndEndsAfterItsTime() {
        Limits limits = Limits.none();
        limits.stop(Diagnostic.error(DiagnosticCode.reported("LIM-101"), Span.none(), "out of time"));
        try (MppaDevice device = MppaDevice.open(shared(), 0, options());
                LoadedProgram loaded = device.load(endless())) {
            assertThatExceptionOfType(LimitReached.class)
                    .isThrownBy(() -> loaded.run(input(1).within(limits)))
                    .withMessageContaining("LIM-101");
            // The accelerator goes on.
            try (LoadedProgram other = device.load(scale(4))) {
                assertThat(other.run(input(1)).output("y").getDoubleAt(2)).isEqualTo(12);
            }
        }
        try (MppaDevice device = MppaDevice.open(shared(), 0, options().withRunLimit(Duration.ofMillis(300)));
                LoadedProgram loaded = device.load(endless())) {
            assertThatExceptionOfType(DiagnosticException.class)
                    .isThrownBy(() -> loaded.run(input(1)))
                    .withMessageContaining("RUN-314");
        }
        assertThat(launcher.running()).hasSize(2).noneMatch(Process::isAlive);
    }

    private static Program endless() {
        return FrontEnd.parse(new SourceFile("endless.py", """
                import pypto.language as pl
                @pl.program
                class Endless:
                    @pl.function(type=pl.FunctionType.InCore)
                    def main(self, x: pl.Tensor[[1, 64], pl.FP32], y: pl.Out[pl.Tensor[[1, 64], pl.FP32]]):
                        for i in pl.range(1000000000000):
                            y = pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], y)
                        return y
                """));
    }

    /// What is left of Sectile when it is killed is the other end of a pipe that is closed.
    @Test
    void theProgramOfTheAcceleratorEndsWhenNobodyIsThere() throws Exception {
        try (MppaDevice device = MppaDevice.open(shared(), 0, options());
                LoadedProgram loaded = device.load(scale(4))) {
            loaded.run(input(1));
        }
        String image = RecordingLauncher.image(launcher.started().getLast().words());
        Process alone = new ProcessBuilder(image).start();
        alone.getOutputStream().close();
        assertThat(alone.waitFor()).isEqualTo(119);
    }

    @Test
    void aClusterThatThereIsNotIsNamed() {
        MppaConfig config = config().withPlatform(MppaPlatform.HW);
        assertThatExceptionOfType(MissingException.class)
                .isThrownBy(() -> MppaDevice.open(config, 5, options()))
                .withMessageContaining("RUN-365");
    }

    @Test
    void bothPartsOfAProgramAreSavedOnRequest() {
        Path temps = directory.resolve("temps");
        try (MppaDevice device = MppaDevice.open(shared(), 0, options().savingTemps(temps));
                LoadedProgram loaded = device.load(scale(4))) {
            loaded.run(input(1));
        }
        assertThat(temps.resolve("host.c")).content().contains("\"main\"", ".params = 2");
        assertThat(temps.resolve("program.c")).content().contains("sx_the_program");
        assertThat(temps.resolve("sx_host.c")).exists();
    }

    /// The program of the accelerator is built and started once, and is gone with the device.
    @Test
    void twoCompilersMakeALibraryForEachSideAndNothingIsLeft() throws IOException {
        MppaConfig config = config().withArchitecture(MppaArchitecture.KV3_1);
        try (MppaDevice device = MppaDevice.open(config, 0, options());
                LoadedProgram loaded = device.load(scale(4));
                LoadedProgram other = device.load(scale(5))) {
            assertThat(launcher.started()).isEmpty();
            assertThat(loaded.run(input(1)).output("y").getDoubleAt(2)).isEqualTo(12);
            List<RecordingLauncher.Started> compiled = launcher.started("kvx-cos-gcc");
            assertThat(loaded.run(input(2)).output("y").getDoubleAt(1)).isEqualTo(12);
            assertThat(other.run(input(1)).output("y").getDoubleAt(2)).isEqualTo(15);
            // The runtime is compiled once for the device; another program is one more kernel library.
            assertThat(launcher.started("kvx-cos-gcc")).hasSize(compiled.size() + 1);
            assertThat(launcher.started("kvx-cos-gcc").getLast().words())
                    .contains("-shared", "program.c", "-fPIC")
                    .noneMatch(word -> word.endsWith(".o"));
            assertThat(launcher.started())
                    .anyMatch(one -> !one.program().startsWith("kvx-")
                            && one.words().contains("-shared")
                            && one.words().stream().anyMatch(word -> word.endsWith("sx_host.o")));
            assertThat(launcher.running()).hasSize(1).allMatch(Process::isAlive);
            assertThat(left()).isNotEmpty();
        }
        assertThat(launcher.running()).noneMatch(Process::isAlive);
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
        try (MppaDevice device = MppaDevice.open(config, 3, options());
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
        try (MppaDevice device = MppaDevice.open(config, 0, options());
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
        try (MppaDevice device = MppaDevice.open(shared(), 0, options());
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
                .isThrownBy(() -> MppaDevice.open(0, options().withEnvironment(Map.of("PLATFORM", "x86"))))
                .withMessageContaining("RUN-360")
                .withMessageContaining("AccessCore")
                .withMessageContaining("KALRAY_TOOLCHAIN_DIR");
        MppaConfig config = config();
        Files.delete(directory.resolve("kalray/bin/kvx-mppa"));
        assertThatExceptionOfType(MissingException.class)
                .isThrownBy(() -> MppaDevice.open(config, 0, options()))
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
