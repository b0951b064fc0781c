package sectile.runtime.host;

import java.util.Optional;
import sectile.base.device.DeviceId;
import sectile.base.device.DeviceMemory;
import sectile.ir.Program;
import sectile.runtime.c.Dialect;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.device.Meter;
import sectile.runtime.device.ProgramDevice;

/// This machine's CPU.
public final class HostDevice implements ProgramDevice {
    private final DeviceId id;
    private final HostOptions options;
    private final HostMemory memory;
    private final NativeLoader loader;

    private HostDevice(DeviceId id, HostOptions options) {
        this.id = id;
        this.options = options;
        this.memory = new HostMemory(id, options.memoryBytes());
        this.loader = new NativeLoader(id, options, Dialect.C, ArrayPlaces.ofHost());
    }

    /// The first device.
    ///
    /// @throws sectile.base.diag.DiagnosticException RUN-310 when there is no C compiler
    public static HostDevice open(HostOptions options) {
        return open(0, options);
    }

    /// A device of a number; several may be open at the same time.
    public static HostDevice open(int index, HostOptions options) {
        return new HostDevice(new DeviceId("host", index), options);
    }

    @Override
    public DeviceId id() {
        return id;
    }

    @Override
    public String architecture() {
        return processor();
    }

    /// The architecture of this machine's CPU.
    public static String processor() {
        String name = System.getProperty("os.arch", "unknown");
        return name.equals("amd64") ? "x86_64" : name;
    }

    /// How many processors a program uses at most.
    public int cores() {
        return options.cpus();
    }

    @Override
    public String description() {
        int cpus = options.cpus();
        return "this CPU: " + cpus + (cpus == 1 ? " processor, " : " processors, ")
                + loader.compiler().program();
    }

    @Override
    public Optional<DeviceMemory> memory() {
        return Optional.of(memory);
    }

    /// A program whose functions are compiled when they are first run.
    @Override
    public LoadedProgram load(Program program) {
        return loader.load(program);
    }

    @Override
    public Meter meter() {
        return new HostMeter(loader.cache(), options.cpus());
    }

    @Override
    public void close() {
        loader.close();
        memory.close();
    }
}
