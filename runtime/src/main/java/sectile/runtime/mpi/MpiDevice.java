package sectile.runtime.mpi;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sectile.base.device.DeviceId;
import sectile.base.device.DeviceMemory;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Span;
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
import sectile.runtime.problem.RunCode;
import sectile.runtime.process.ProcessProgram;

/// Processes of Open MPI, one for each rank. Nothing stays in them between two runs, so there is no memory for arrays.
public final class MpiDevice implements ProgramDevice {
    /// The Debian packages that have compiler and launcher.
    private static final String PACKAGES = "openmpi-bin libopenmpi-dev";

    private final DeviceId id = new DeviceId("mpi", 0);
    private final HostOptions options;
    private final MpiStart start;
    private final String version;
    private final NativeCache cache;
    private final boolean hostBuffers;
    private final List<LoadedProgram> loaded = new ArrayList<>();
    private boolean closed;

    private MpiDevice(HostOptions options, MpiStart start, String version, CCompiler compiler, boolean hostBuffers) {
        this.hostBuffers = hostBuffers;
        this.options = options;
        this.start = start;
        this.version = version;
        this.cache = new NativeCache(options.cache(), NativeBuild.mpi(compiler));
    }

    /// Finds the compiler and the launcher of Open MPI.
    ///
    /// @throws MissingException RUN-350 when one of them is missing or of another MPI
    public static MpiDevice open(HostOptions options) {
        return open(options, false);
    }

    /// The same for programs whose arrays should be on the device.
    ///
    /// @param hostBuffers whether such arrays may be buffers of the host; otherwise they are RUN-202
    public static MpiDevice open(HostOptions options, boolean hostBuffers) {
        Path launcher = find(options, "mpirun");
        Path compiler = find(options, "mpicc");
        Programs.Ended ended = Programs.run(
                List.of(launcher.toString(), "--version"), Path.of("/"), options.environment(), options.compileLimit());
        String version = ended.output().lines().findFirst().orElse("");
        if (ended.exitCode() != 0 || !version.contains("Open MPI")) {
            throw missing(launcher + " is not that of Open MPI: `" + version + "`");
        }
        return new MpiDevice(
                options,
                new MpiStart(launcher),
                version.substring(version.indexOf("Open MPI")).replace(")", ""),
                CCompiler.of(compiler, options.environment(), options.compileLimit()),
                hostBuffers);
    }

    private static Path find(HostOptions options, String program) {
        return Programs.find(options.environment(), program)
                .orElseThrow(() -> missing("ranks as processes need " + program + ", which is not on the PATH"));
    }

    private static MissingException missing(String what) {
        return new MissingException(
                Diagnostic.error(RunCode.NO_MPI, Span.none(), what).hint("Debian: apt-get install " + PACKAGES));
    }

    @Override
    public DeviceId id() {
        return id;
    }

    @Override
    public String architecture() {
        String name = System.getProperty("os.arch", "unknown");
        return name.equals("amd64") ? "x86_64" : name;
    }

    @Override
    public String description() {
        return "a process for each rank: " + version + ", " + start.launcher();
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
        var result = new ProcessProgram(program, cache, options, start);
        loaded.add(result);
        return new HostBuffers(id, program, result, hostBuffers);
    }

    @Override
    public void close() {
        closed = true;
        loaded.forEach(LoadedProgram::close);
    }
}
