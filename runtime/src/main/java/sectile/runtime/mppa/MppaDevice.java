package sectile.runtime.mppa;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import sectile.base.device.DeviceId;
import sectile.base.device.DeviceMemory;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Span;
import sectile.base.limit.Limits;
import sectile.ir.Program;
import sectile.runtime.device.HostBuffers;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.device.MissingException;
import sectile.runtime.device.ProgramDevice;
import sectile.runtime.host.CCompiler;
import sectile.runtime.host.HostOptions;
import sectile.runtime.host.NativeBuild;
import sectile.runtime.host.NativeCache;
import sectile.runtime.host.Programs;
import sectile.runtime.host.Workspace;
import sectile.runtime.problem.RunCode;
import sectile.runtime.process.ProcessProgram;

/// An MPPA processor of Kalray, or one of its simulators. A program is compiled by Kalray's compiler for one cluster of
/// 16 PEs and started there as a process of ours, which ends with its run or is killed; arguments and results are files
/// of the run's directory. Nothing stays on the processor between two runs, so there is no memory for arrays.
public final class MppaDevice implements ProgramDevice {
    /// The PEs of a cluster, on which the threads of a program run.
    private static final int PES = 16;

    private final DeviceId id;
    private final MppaConfig config;
    private final HostOptions options;
    private final Path runner;
    private final Path compiler;
    private final Optional<Workspace> work;
    private final NativeCache cache;
    private final boolean hostBuffers;
    private final List<LoadedProgram> loaded = new ArrayList<>();
    private boolean closed;

    private MppaDevice(
            DeviceId id, MppaConfig config, HostOptions options, Path compiler, Path runner, boolean hostBuffers) {
        this.id = id;
        this.config = config;
        this.runner = runner;
        this.compiler = compiler;
        this.hostBuffers = hostBuffers;
        Path parent = config.workDirectory().orElse(options.cache());
        this.work = config.cleanWorkDirectory() ? Optional.of(Workspace.in(parent)) : Optional.empty();
        Path directory = work.map(Workspace::directory).orElse(parent.resolve("mppa-" + id.index()));
        this.options = options.withCache(directory).withThreads(PES);
        this.cache = new NativeCache(
                directory,
                NativeBuild.executable(
                        CCompiler.of(compiler, options.environment(), options.compileLimit()),
                        List.of("-march=" + config.architecture().text()),
                        List.of("-lm", "-lpthread")));
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
        return new MppaDevice(new DeviceId("mppa", index), config, options, compiler, runner, hostBuffers);
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
    public DeviceId id() {
        return id;
    }

    @Override
    public String architecture() {
        return config.architecture().text();
    }

    @Override
    public String description() {
        return "Kalray MPPA " + architecture() + ", a cluster of " + PES + " PEs: " + runner + ", " + compiler;
    }

    @Override
    public Optional<DeviceMemory> memory() {
        return Optional.empty();
    }

    @Override
    public LoadedProgram load(Program program) {
        if (closed) {
            throw new IllegalStateException(id + " is closed");
        }
        var result = new ProcessProgram(program, cache, options, new Start());
        loaded.add(result);
        return new HostBuffers(id, program, result, hostBuffers);
    }

    /// Removes the directory of the device, unless the configuration keeps it.
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            loaded.forEach(LoadedProgram::close);
            work.ifPresent(Workspace::close);
        }
    }

    /// Starts an executable on the platform, with traces as they are configured whatever the environment says.
    private final class Start implements ProcessProgram.Starting {
        @Override
        public List<String> command(Path executable, String input, String output, int ranks) {
            return config.platform().command(runner, config.architecture(), executable, input, output);
        }

        @Override
        public Programs.Ended run(List<String> command, Path directory, HostOptions with, Limits limits) {
            var environment = new HashMap<>(with.environment());
            environment.put("PLATFORM", config.platform().text());
            environment.put(MppaConfig.TRACES, config.traces() ? "1" : "0");
            environment.put(MppaConfig.TRACES_BY_SYSCALL, config.tracesBySyscall() ? "1" : "0");
            return Programs.run(command, directory, environment, with.runLimit(), limits);
        }
    }
}
