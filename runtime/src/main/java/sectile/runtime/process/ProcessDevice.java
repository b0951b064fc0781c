package sectile.runtime.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sectile.base.device.DeviceId;
import sectile.base.device.DeviceMemory;
import sectile.ir.Program;
import sectile.runtime.device.HostBuffers;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.device.ProgramDevice;
import sectile.runtime.host.HostOptions;
import sectile.runtime.host.NativeCache;

/// A device on which every run is a process. Nothing stays in it between two runs, so that it has no memory for arrays.
public abstract class ProcessDevice implements ProgramDevice {
    private final DeviceId id;
    private final HostOptions options;
    private final NativeCache cache;
    private final ProcessProgram.Starting starting;
    private final boolean hostBuffers;
    private final List<LoadedProgram> loaded = new ArrayList<>();
    private boolean closed;

    /// A device that builds and starts executables.
    ///
    /// @param cache builds them
    /// @param hostBuffers whether arrays that should be on the device may be buffers of the host; if not, RUN-202
    protected ProcessDevice(
            DeviceId id,
            HostOptions options,
            NativeCache cache,
            ProcessProgram.Starting starting,
            boolean hostBuffers) {
        this.id = id;
        this.options = options;
        this.cache = cache;
        this.starting = starting;
        this.hostBuffers = hostBuffers;
    }

    @Override
    public final DeviceId id() {
        return id;
    }

    @Override
    public final Optional<DeviceMemory> memory() {
        return Optional.empty();
    }

    @Override
    public final LoadedProgram load(Program program) {
        if (closed) {
            throw new IllegalStateException(id + " is closed");
        }
        var result = new ProcessProgram(program, cache, options, starting);
        loaded.add(result);
        return new HostBuffers(id, program, result, hostBuffers);
    }

    @Override
    public void close() {
        closed = true;
        loaded.forEach(LoadedProgram::close);
    }
}
