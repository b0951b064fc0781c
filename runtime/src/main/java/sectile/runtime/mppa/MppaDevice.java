package sectile.runtime.mppa;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import sectile.base.device.DeviceId;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Span;
import sectile.base.limit.Limits;
import sectile.runtime.device.MissingException;
import sectile.runtime.host.CCompiler;
import sectile.runtime.host.HostOptions;
import sectile.runtime.host.NativeBuild;
import sectile.runtime.host.NativeCache;
import sectile.runtime.host.Programs;
import sectile.runtime.host.Workspace;
import sectile.runtime.problem.RunCode;
import sectile.runtime.process.ProcessDevice;
import sectile.runtime.process.ProcessProgram;

/// An MPPA processor of Kalray, or one of its simulators. A program is compiled by Kalray's compiler for one cluster of
/// 16 PEs and started there as a process of ours, which ends with its run or is killed; arguments and results are files
/// of the run's directory.
public final class MppaDevice extends ProcessDevice {
    /// The PEs of a cluster, on which the threads of a program run.
    private static final int PES = 16;

    private final MppaConfig config;
    private final Path runner;
    private final Path compiler;
    private final Optional<Workspace> work;

    /// @param work a directory that is removed with the device
    private MppaDevice(
            DeviceId id,
            MppaConfig config,
            HostOptions options,
            Path compiler,
            Path runner,
            Optional<Workspace> work,
            boolean hostBuffers) {
        super(id, options, cache(config, options, compiler), new Start(config, runner), hostBuffers);
        this.config = config;
        this.runner = runner;
        this.compiler = compiler;
        this.work = work;
    }

    private static NativeCache cache(MppaConfig config, HostOptions options, Path compiler) {
        var flags = new ArrayList<>(List.of("-march=" + config.architecture().text()));
        if (config.buildVerbose()) {
            flags.add("-v");
        }
        return new NativeCache(
                options.cache(),
                NativeBuild.executable(CCompiler.of(compiler, options), flags, List.of("-lm", "-lpthread")));
    }

    /// A device of a number; several may be open at the same time.
    ///
    /// @param options how long compilations and runs may take, and their environment
    /// @param hostBuffers whether arrays that should be on the device may be buffers of the host; if not, RUN-202
    /// @throws MissingException RUN-360 when the toolchain or a program of it is missing
    public static MppaDevice open(MppaConfig config, int index, HostOptions options, boolean hostBuffers) {
        Path directory = config.toolchain()
                .orElseThrow(() -> missing("an MPPA device needs the toolchain of Kalray (AccessCore), and "
                        + MppaConfig.TOOLCHAIN + " is not set"));
        Path compiler = find(directory, options, "kvx-cos-gcc");
        Path runner = find(directory, options, config.platform().runner());
        Path parent = config.workDirectory().orElse(options.cache());
        Optional<Workspace> work = config.cleanWorkDirectory() ? Optional.of(Workspace.in(parent)) : Optional.empty();
        Path own = work.map(Workspace::directory).orElse(parent.resolve("mppa-" + index));
        HostOptions inside = options.withCache(own).withThreads(PES);
        HostOptions logged = config.verbose() ? inside.withLog(own.resolve("mppa.log")) : inside;
        return new MppaDevice(new DeviceId("mppa", index), config, logged, compiler, runner, work, hostBuffers);
    }

    /// The same with a configuration by the environment, which is read if it names a toolchain.
    public static MppaDevice open(int index, HostOptions options, boolean hostBuffers) {
        Map<String, String> environment = options.environment();
        boolean named = !environment.getOrDefault(MppaConfig.TOOLCHAIN, "").isEmpty();
        return open(MppaConfig.of(named ? environment : Map.of()), index, options, hostBuffers);
    }

    private static Path find(Path directory, HostOptions options, String program) {
        Path path = directory.toAbsolutePath().resolve("bin").resolve(program);
        return Programs.find(options.environment(), path.toString())
                .orElseThrow(() -> missing("the toolchain of Kalray has no program " + path));
    }

    private static MissingException missing(String what) {
        return new MissingException(Diagnostic.error(RunCode.NO_MPPA_TOOLS, Span.none(), what)
                .hint("install Kalray's AccessCore and set " + MppaConfig.TOOLCHAIN
                        + " to its directory, the one that has bin/kvx-cos-gcc"));
    }

    @Override
    public String architecture() {
        return config.architecture().text();
    }

    @Override
    public String description() {
        return "Kalray MPPA " + architecture() + ", a cluster of " + PES + " PEs: " + runner + ", " + compiler;
    }

    /// Removes the directory of the device, unless the configuration keeps it.
    @Override
    public void close() {
        super.close();
        work.ifPresent(Workspace::close);
    }

    /// Starts an executable on the platform, with traces as they are configured whatever the environment says.
    private record Start(MppaConfig config, Path runner) implements ProcessProgram.Starting {
        @Override
        public List<String> command(Path executable, String input, String output, int ranks) {
            return config.platform().command(runner, config, executable, input, output);
        }

        @Override
        public Programs.Ended run(List<String> command, Path directory, HostOptions with, Limits limits) {
            var environment = new HashMap<>(with.environment());
            environment.put("PLATFORM", config.platform().text());
            environment.put(MppaConfig.TRACES, config.traces() ? "1" : "0");
            environment.put(MppaConfig.TRACES_BY_SYSCALL, config.tracesBySyscall() ? "1" : "0");
            return Programs.runAttached(with, command, directory, environment, with.runLimit(), limits);
        }
    }
}
