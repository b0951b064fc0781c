package sectile.runtime.host;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// How a host device works.
///
/// @param environment where the C compiler is looked for (`CC`, `PATH`)
/// @param cache where compiled programs are kept
/// @param threads how many processors blocks share; 0 means all
/// @param memoryBytes how much memory buffers of the device may take
/// @param compileLimit how long a compiler may run
/// @param runLimit how long a run may take that is a process of its own
/// @param saveTemps where the C text and the compiled library are left as well
/// @param nanoClock a clock that counts nanoseconds, for the time of a run
/// @param launcher starts compilers and other programs
/// @param log where their commands and the end of what they write is added
public record HostOptions(
        Map<String, String> environment,
        Path cache,
        int threads,
        long memoryBytes,
        Duration compileLimit,
        Duration runLimit,
        Optional<Path> saveTemps,
        LongSupplier nanoClock,
        Launcher launcher,
        Optional<Path> log) {
    private static final Duration COMPILE_LIMIT = Duration.ofMinutes(5);
    private static final Duration RUN_LIMIT = Duration.ofMinutes(10);

    public HostOptions {
        environment = Map.copyOf(environment);
        if (threads < 0) {
            throw new IllegalArgumentException(threads + " threads");
        }
    }

    /// All processors, and as much memory for buffers as the Java heap may have.
    public static HostOptions of(Map<String, String> environment, Path cache, LongSupplier nanoClock) {
        return new HostOptions(
                environment,
                cache,
                0,
                Runtime.getRuntime().maxMemory(),
                COMPILE_LIMIT,
                RUN_LIMIT,
                Optional.empty(),
                nanoClock,
                Launcher.SYSTEM,
                Optional.empty());
    }

    public HostOptions withThreads(int newThreads) {
        return changed(draft -> draft.threads = newThreads);
    }

    public HostOptions withCache(Path directory) {
        return changed(draft -> draft.cache = directory);
    }

    public HostOptions withMemory(long bytes) {
        return changed(draft -> draft.memoryBytes = bytes);
    }

    public HostOptions withEnvironment(Map<String, String> newEnvironment) {
        return changed(draft -> draft.environment = newEnvironment);
    }

    public HostOptions withCompileLimit(Duration limit) {
        return changed(draft -> draft.compileLimit = limit);
    }

    public HostOptions withRunLimit(Duration limit) {
        return changed(draft -> draft.runLimit = limit);
    }

    public HostOptions withLauncher(Launcher newLauncher) {
        return changed(draft -> draft.launcher = newLauncher);
    }

    public HostOptions withLog(Path file) {
        return changed(draft -> draft.log = Optional.of(file));
    }

    public HostOptions savingTemps(Path directory) {
        return changed(draft -> draft.saveTemps = Optional.of(directory));
    }

    /// How many processors blocks share.
    public int cpus() {
        return threads > 0 ? threads : Runtime.getRuntime().availableProcessors();
    }

    private HostOptions changed(Consumer<Draft> change) {
        var draft = new Draft(this);
        change.accept(draft);
        return draft.options();
    }

    /// The same that can be changed.
    private static final class Draft {
        Map<String, String> environment;
        Path cache;
        int threads;
        long memoryBytes;
        Duration compileLimit;
        Duration runLimit;
        Optional<Path> saveTemps;
        final LongSupplier nanoClock;
        Launcher launcher;
        Optional<Path> log;

        Draft(HostOptions options) {
            environment = options.environment;
            cache = options.cache;
            threads = options.threads;
            memoryBytes = options.memoryBytes;
            compileLimit = options.compileLimit;
            runLimit = options.runLimit;
            saveTemps = options.saveTemps;
            nanoClock = options.nanoClock;
            launcher = options.launcher;
            log = options.log;
        }

        HostOptions options() {
            return new HostOptions(
                    environment,
                    cache,
                    threads,
                    memoryBytes,
                    compileLimit,
                    runLimit,
                    saveTemps,
                    nanoClock,
                    launcher,
                    log);
        }
    }
}
