package sectile.runtime.mppa;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.runtime.problem.RunCode;

/// How an MPPA device works. What the `with` methods set wins over the environment.
///
/// @param toolchain the directory of Kalray's toolchain (`KALRAY_TOOLCHAIN_DIR`)
/// @param platform what executes the code (`PLATFORM`: `hw`, `iss` or `qemu`)
/// @param workDirectory where a device makes its directory for intermediate files; that of the host's compilations if
///     it is empty
/// @param cleanWorkDirectory whether that directory is removed when the device closes (`CLEAN_WORK_DIR`)
/// @param firmware the firmware that the processor or its simulator starts with; the toolchain's own if it is empty
/// @param verbose whether commands and what they write are kept in `mppa.log` of the work directory
/// @param buildVerbose whether the compiler says what it does (`-v`), which `verbose` keeps
/// @param benchmark whether this is a benchmark, which switches traces on (`BENCHMARK`)
/// @param traces whether the runtime of the processor writes traces (`MPPA_TRACE_ENABLE`)
/// @param tracesBySyscall whether traces are written by system calls (`MPPA_TRACE_USE_SYSCALL`)
/// @param memoryBytes how much memory of the processor buffers may take
/// @param mostKernels how many programs may be loaded at the same time
/// @param counters what an evaluation with counters counts
public record MppaConfig(
        Optional<Path> toolchain,
        MppaPlatform platform,
        MppaArchitecture architecture,
        Optional<Path> workDirectory,
        boolean cleanWorkDirectory,
        Optional<Path> firmware,
        boolean verbose,
        boolean buildVerbose,
        boolean benchmark,
        boolean traces,
        boolean tracesBySyscall,
        long memoryBytes,
        int mostKernels,
        List<MppaCounter> counters) {
    /// What is counted unless something else is asked for.
    private static final List<String> COUNTERS =
            List.of("cpu-time", "cpu-time:max", "wall-time:max", "threads", "cycles:max", "instructions", "stalls");

    private static final long MEMORY = 2L << 30;
    private static final int MOST_KERNELS = 64;
    static final String TOOLCHAIN = "KALRAY_TOOLCHAIN_DIR";
    static final String TRACES = "MPPA_TRACE_ENABLE";
    static final String TRACES_BY_SYSCALL = "MPPA_TRACE_USE_SYSCALL";

    public MppaConfig {
        traces = traces || benchmark;
        counters = List.copyOf(counters);
        if (memoryBytes < 0 || mostKernels < 1) {
            throw new IllegalArgumentException(memoryBytes + " bytes, " + mostKernels + " kernels");
        }
    }

    /// What the environment says; otherwise the processor itself, a `kv3-2`, without traces, cleaned up.
    ///
    /// @throws DiagnosticException RUN-361 when a variable has a value that it cannot have
    public static MppaConfig of(Map<String, String> environment) {
        return new MppaConfig(
                Optional.ofNullable(environment.get(TOOLCHAIN))
                        .filter(value -> !value.isEmpty())
                        .map(Path::of),
                platform(environment),
                MppaArchitecture.KV3_2,
                Optional.empty(),
                flag(environment, "CLEAN_WORK_DIR", true),
                Optional.empty(),
                false,
                false,
                flag(environment, "BENCHMARK", false),
                flag(environment, TRACES, false),
                flag(environment, TRACES_BY_SYSCALL, false),
                MEMORY,
                MOST_KERNELS,
                MppaCounter.parse(COUNTERS));
    }

    private static MppaPlatform platform(Map<String, String> environment) {
        String text = environment.getOrDefault("PLATFORM", "");
        if (text.isEmpty()) {
            return MppaPlatform.HW;
        }
        for (MppaPlatform platform : MppaPlatform.values()) {
            if (platform.text().equals(text)) {
                return platform;
            }
        }
        List<String> names =
                List.of(MppaPlatform.values()).stream().map(MppaPlatform::text).toList();
        throw wrong("PLATFORM", text, Nearest.hint(text, names));
    }

    private static boolean flag(Map<String, String> environment, String name, boolean otherwise) {
        String text = environment.getOrDefault(name, "").toLowerCase(Locale.ROOT);
        return switch (text) {
            case "" -> otherwise;
            case "1", "true", "yes", "on" -> true;
            case "0", "false", "no", "off" -> false;
            default -> throw wrong(name, text, "1 or 0");
        };
    }

    private static DiagnosticException wrong(String variable, String text, String hint) {
        return new DiagnosticException(Diagnostic.error(
                        RunCode.MPPA_VARIABLE,
                        Span.none(),
                        "the variable " + variable + " of the MPPA device is `" + text + "`")
                .hint(hint));
    }

    public MppaConfig withToolchain(Path directory) {
        return changed(draft -> draft.toolchain = Optional.of(directory));
    }

    public MppaConfig withPlatform(MppaPlatform newPlatform) {
        return changed(draft -> draft.platform = newPlatform);
    }

    public MppaConfig withArchitecture(MppaArchitecture newArchitecture) {
        return changed(draft -> draft.architecture = newArchitecture);
    }

    /// Where the device makes its directory, and whether that is removed when the device closes.
    public MppaConfig withWorkDirectory(Path directory, boolean clean) {
        return changed(draft -> {
            draft.workDirectory = Optional.of(directory);
            draft.cleanWorkDirectory = clean;
        });
    }

    public MppaConfig withFirmware(Path file) {
        return changed(draft -> draft.firmware = Optional.of(file));
    }

    public MppaConfig withVerbose(boolean newVerbose, boolean newBuildVerbose) {
        return changed(draft -> {
            draft.verbose = newVerbose;
            draft.buildVerbose = newBuildVerbose;
        });
    }

    public MppaConfig withTraces(boolean newTraces, boolean bySyscall) {
        return changed(draft -> {
            draft.benchmark = false;
            draft.traces = newTraces;
            draft.tracesBySyscall = bySyscall;
        });
    }

    public MppaConfig withMemory(long bytes) {
        return changed(draft -> draft.memoryBytes = bytes);
    }

    public MppaConfig withMostKernels(int most) {
        return changed(draft -> draft.mostKernels = most);
    }

    /// What an evaluation with counters counts, in the form of [MppaCounter].
    ///
    /// @throws DiagnosticException RUN-364 when a counter is written wrongly, or there are too many
    public MppaConfig withCounters(List<String> names) {
        List<MppaCounter> parsed = MppaCounter.parse(names);
        return changed(draft -> draft.counters = parsed);
    }

    private MppaConfig changed(Consumer<Draft> change) {
        var draft = new Draft(this);
        change.accept(draft);
        return draft.config();
    }

    /// The same that can be changed.
    private static final class Draft {
        Optional<Path> toolchain;
        MppaPlatform platform;
        MppaArchitecture architecture;
        Optional<Path> workDirectory;
        boolean cleanWorkDirectory;
        Optional<Path> firmware;
        boolean verbose;
        boolean buildVerbose;
        boolean benchmark;
        boolean traces;
        boolean tracesBySyscall;
        long memoryBytes;
        int mostKernels;
        List<MppaCounter> counters;

        Draft(MppaConfig config) {
            toolchain = config.toolchain;
            platform = config.platform;
            architecture = config.architecture;
            workDirectory = config.workDirectory;
            cleanWorkDirectory = config.cleanWorkDirectory;
            firmware = config.firmware;
            verbose = config.verbose;
            buildVerbose = config.buildVerbose;
            benchmark = config.benchmark;
            traces = config.traces;
            tracesBySyscall = config.tracesBySyscall;
            memoryBytes = config.memoryBytes;
            mostKernels = config.mostKernels;
            counters = config.counters;
        }

        MppaConfig config() {
            return new MppaConfig(
                    toolchain,
                    platform,
                    architecture,
                    workDirectory,
                    cleanWorkDirectory,
                    firmware,
                    verbose,
                    buildVerbose,
                    benchmark,
                    traces,
                    tracesBySyscall,
                    memoryBytes,
                    mostKernels,
                    counters);
        }
    }
}
