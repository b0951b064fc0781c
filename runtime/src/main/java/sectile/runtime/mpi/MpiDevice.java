package sectile.runtime.mpi;

import java.nio.file.Path;
import java.util.List;
import sectile.base.device.DeviceId;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Span;
import sectile.base.limit.Limits;
import sectile.runtime.device.MissingException;
import sectile.runtime.host.CCompiler;
import sectile.runtime.host.HostDevice;
import sectile.runtime.host.HostOptions;
import sectile.runtime.host.NativeBuild;
import sectile.runtime.host.NativeCache;
import sectile.runtime.host.Programs;
import sectile.runtime.problem.RunCode;
import sectile.runtime.process.ProcessDevice;

/// Processes of Open MPI, one for each rank.
public final class MpiDevice extends ProcessDevice {
    /// The Debian packages that have compiler and launcher.
    private static final String PACKAGES = "openmpi-bin libopenmpi-dev";

    private final Path launcher;
    private final String version;

    private MpiDevice(
            DeviceId id, HostOptions options, Path launcher, String version, CCompiler compiler, boolean hostBuffers) {
        super(
                id,
                options,
                new NativeCache(options.cache(), NativeBuild.mpi(compiler)),
                new MpiStart(launcher),
                hostBuffers);
        this.launcher = launcher;
        this.version = version;
    }

    /// Finds the compiler and the launcher of Open MPI.
    ///
    /// @throws MissingException RUN-350 when one of them is missing or of another MPI
    public static MpiDevice open(HostOptions options) {
        return open(0, options, false);
    }

    /// A device of a number; several may be open at the same time.
    ///
    /// @param hostBuffers whether arrays that should be on the device may be buffers of the host; if not, RUN-202
    /// @throws MissingException RUN-350 when the compiler or the launcher is missing or of another MPI
    public static MpiDevice open(int index, HostOptions options, boolean hostBuffers) {
        Path launcher = find(options, "mpirun");
        Path compiler = find(options, "mpicc");
        Programs.Ended ended = Programs.run(
                options,
                List.of(launcher.toString(), "--version"),
                Path.of("/"),
                options.environment(),
                options.compileLimit(),
                Limits.none());
        String version = ended.output().lines().findFirst().orElse("");
        if (ended.exitCode() != 0 || !version.contains("Open MPI")) {
            throw missing(launcher + " is not that of Open MPI: `" + version + "`");
        }
        return new MpiDevice(
                new DeviceId("mpi", index),
                options,
                launcher,
                version.substring(version.indexOf("Open MPI")).replace(")", ""),
                CCompiler.of(compiler, options),
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
    public String architecture() {
        return HostDevice.processor();
    }

    @Override
    public String description() {
        return "a process for each rank: " + version + ", " + launcher;
    }
}
