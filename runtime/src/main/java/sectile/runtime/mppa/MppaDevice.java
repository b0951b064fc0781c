package sectile.runtime.mppa;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.device.AcceleratorDevice;
import sectile.base.device.DeviceId;
import sectile.base.device.DeviceMemory;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Span;
import sectile.ir.Program;
import sectile.runtime.c.CSource;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.device.Meter;
import sectile.runtime.device.MissingException;
import sectile.runtime.device.ProgramDevice;
import sectile.runtime.host.CCompiler;
import sectile.runtime.host.HostOptions;
import sectile.runtime.host.NativeBuild;
import sectile.runtime.host.NativeCache;
import sectile.runtime.host.NativeLoader;
import sectile.runtime.host.Programs;
import sectile.runtime.host.Workspace;
import sectile.runtime.problem.RunCode;

/// A cluster of an MPPA processor of Kalray, or one of its simulators. Two compilers make two libraries of a program:
/// Kalray's the kernel library, which runs on the 16 PEs of the cluster, and the host's the library that sends
/// arguments there and gets results. The program on the cluster is built and started once, when it is first needed.
/// It keeps arrays and kernel libraries until they are freed, and ends with the device or with this process.
public final class MppaDevice implements ProgramDevice, AcceleratorDevice {
    /// Of the processor; a device is one of them.
    static final int CLUSTERS = 5;

    /// The PEs of a cluster, on which the threads of a program run.
    static final int PES = 16;

    private final DeviceId id;
    private final MppaConfig config;
    private final HostOptions options;
    private final Path compiler;
    private final Path runner;
    private final Optional<Workspace> work;
    private final MppaMemory memory;
    private final NativeLoader loader;
    private @Nullable MppaLink link;
    private boolean closed;

    /// @param work a directory that is removed with the device
    private MppaDevice(
            DeviceId id, MppaConfig config, HostOptions options, Path compiler, Path runner, Optional<Workspace> work) {
        this.id = id;
        this.config = config;
        this.options = options;
        this.compiler = compiler;
        this.runner = runner;
        this.work = work;
        this.memory = new MppaMemory(id, this::link, config.memoryBytes());
        var kernels = new NativeCache(options.cache(), NativeBuild.kernelLibrary(accelerator(), flags()));
        this.loader =
                NativeLoader.apart(id, options, new MppaPlaces(this::link, memory, kernels, config.mostKernels()));
    }

    private CCompiler accelerator() {
        return CCompiler.of(compiler, options);
    }

    private List<String> flags() {
        var flags = new ArrayList<>(List.of("-march=" + config.architecture().text()));
        if (config.buildVerbose()) {
            flags.add("-v");
        }
        return flags;
    }

    /// A device of a number, which is that of a cluster; several may be open at the same time.
    ///
    /// @param options how long compilations and runs may take, and their environment
    /// @throws MissingException RUN-360 when the toolchain or a program of it is missing, RUN-310 when the host has
    ///     no C compiler, RUN-365 when the processor has no such cluster
    public static MppaDevice open(MppaConfig config, int index, HostOptions options) {
        Path directory = config.toolchain()
                .orElseThrow(() -> missing("an MPPA device needs the toolchain of Kalray (AccessCore), and "
                        + MppaConfig.TOOLCHAIN + " is not set"));
        Path compiler = find(directory, options, "kvx-cos-gcc");
        Path runner = find(directory, options, config.platform().runner());
        if (config.platform() == MppaPlatform.HW && index >= CLUSTERS) {
            throw new MissingException(Diagnostic.error(
                            RunCode.NO_MPPA_CLUSTER,
                            Span.none(),
                            "there is no MPPA device " + index + ": the processor has " + CLUSTERS + " clusters")
                    .hint("mppa:0 to mppa:" + (CLUSTERS - 1)));
        }
        Path parent = config.workDirectory().orElse(options.cache());
        Optional<Workspace> work = config.cleanWorkDirectory() ? Optional.of(Workspace.in(parent)) : Optional.empty();
        Path own = work.map(Workspace::directory).orElse(parent.resolve("mppa-" + index));
        HostOptions inside = options.withCache(own).withThreads(PES);
        HostOptions logged = config.verbose() ? inside.withLog(own.resolve("mppa.log")) : inside;
        try {
            return new MppaDevice(new DeviceId("mppa", index), config, logged, compiler, runner, work);
        } catch (RuntimeException e) {
            work.ifPresent(Workspace::close);
            throw e;
        }
    }

    /// The same with a configuration by the environment, which is read if it names a toolchain.
    public static MppaDevice open(int index, HostOptions options) {
        Map<String, String> environment = options.environment();
        boolean named = !environment.getOrDefault(MppaConfig.TOOLCHAIN, "").isEmpty();
        return open(MppaConfig.of(named ? environment : Map.of()), index, options);
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

    /// The program on the cluster, started when it is first asked for.
    private MppaLink link() {
        MppaLink known = link;
        if (known == null) {
            if (closed) {
                throw new IllegalStateException(id + " is closed");
            }
            known = start();
            link = known;
        }
        return known;
    }

    private MppaLink start() {
        Path library = loader.runtimeLibrary();
        Path server =
                new NativeCache(options.cache(), NativeBuild.server(accelerator(), flags())).program(CSource.empty());
        var environment = new HashMap<>(options.environment());
        environment.put("PLATFORM", config.platform().text());
        environment.put(MppaConfig.TRACES, config.traces() ? "1" : "0");
        environment.put(MppaConfig.TRACES_BY_SYSCALL, config.tracesBySyscall() ? "1" : "0");
        List<String> command = config.platform().command(runner, config, id.index() % CLUSTERS, server);
        return MppaLink.start(library, command, options.cache(), environment, options, options.runLimit());
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
    public DeviceMemory ownMemory() {
        return memory;
    }

    @Override
    public LoadedProgram load(Program program) {
        return loader.load(program);
    }

    @Override
    public Meter meter() {
        return new MppaMeter(this::link, id.index() % CLUSTERS, config.counters());
    }

    /// Ends the program on the cluster, and removes the directory of the device, unless the configuration keeps it.
    @Override
    public void close() {
        if (!closed) {
            loader.close();
            memory.close();
            closed = true;
            if (link != null) {
                link.close();
            }
            work.ifPresent(Workspace::close);
        }
    }
}
