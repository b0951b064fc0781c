package sectile.runtime.host;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
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
        return new HostOptions(
                environment,
                cache,
                newThreads,
                memoryBytes,
                compileLimit,
                runLimit,
                saveTemps,
                nanoClock,
                launcher,
                log);
    }

    public HostOptions withCache(Path directory) {
        return new HostOptions(
                environment,
                directory,
                threads,
                memoryBytes,
                compileLimit,
                runLimit,
                saveTemps,
                nanoClock,
                launcher,
                log);
    }

    public HostOptions withMemory(long bytes) {
        return new HostOptions(
                environment, cache, threads, bytes, compileLimit, runLimit, saveTemps, nanoClock, launcher, log);
    }

    public HostOptions withEnvironment(Map<String, String> newEnvironment) {
        return new HostOptions(
                newEnvironment,
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

    public HostOptions withCompileLimit(Duration limit) {
        return new HostOptions(
                environment, cache, threads, memoryBytes, limit, runLimit, saveTemps, nanoClock, launcher, log);
    }

    public HostOptions withRunLimit(Duration limit) {
        return new HostOptions(
                environment, cache, threads, memoryBytes, compileLimit, limit, saveTemps, nanoClock, launcher, log);
    }

    public HostOptions withLauncher(Launcher newLauncher) {
        return new HostOptions(
                environment,
                cache,
                threads,
                memoryBytes,
                compileLimit,
                runLimit,
                saveTemps,
                nanoClock,
                newLauncher,
                log);
    }

    public HostOptions withLog(Path file) {
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
                Optional.of(file));
    }

    public HostOptions savingTemps(Path directory) {
        return new HostOptions(
                environment,
                cache,
                threads,
                memoryBytes,
                compileLimit,
                runLimit,
                Optional.of(directory),
                nanoClock,
                launcher,
                log);
    }

    /// How many processors blocks share.
    public int cpus() {
        return threads > 0 ? threads : Runtime.getRuntime().availableProcessors();
    }
}
