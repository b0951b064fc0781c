package sectile.runtime.host;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import sectile.interp.Entries;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.runtime.c.CSource;
import sectile.runtime.c.ProgramEmitter;
import sectile.runtime.device.Device;
import sectile.runtime.device.DeviceId;
import sectile.runtime.device.DeviceMemory;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.device.Meter;

/// This machine's CPU.
public final class HostDevice implements Device {
    private final DeviceId id;
    private final HostOptions options;
    private final HostMemory memory;
    private final NativeCache cache;
    private final CCompiler compiler;
    private final List<Loaded> loaded = new ArrayList<>();
    private boolean closed;

    private HostDevice(DeviceId id, HostOptions options, CCompiler compiler) {
        this.id = id;
        this.options = options;
        this.compiler = compiler;
        this.memory = new HostMemory(id, options.memoryBytes());
        this.cache = new NativeCache(options.cache(), compiler, List.of());
    }

    /// The first device.
    ///
    /// @throws sectile.base.diag.DiagnosticException RUN-310 when there is no C compiler
    public static HostDevice open(HostOptions options) {
        return open(0, options);
    }

    /// A device of a number; several may be open at the same time.
    public static HostDevice open(int index, HostOptions options) {
        return new HostDevice(new DeviceId("host", index), options, CCompiler.find(options));
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
        int cpus = options.cpus();
        return "this CPU: " + cpus + (cpus == 1 ? " processor, " : " processors, ") + compiler.program();
    }

    @Override
    public Optional<DeviceMemory> memory() {
        return Optional.of(memory);
    }

    /// A program whose functions are compiled when they are first run.
    @Override
    public LoadedProgram load(Program program) {
        checkOpen();
        var result = new Loaded(program);
        loaded.add(result);
        return result;
    }

    @Override
    public Meter meter() {
        return new HostMeter(cache, options.cpus());
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException(id + " is closed");
        }
    }

    @Override
    public void close() {
        if (!closed) {
            List.copyOf(loaded).forEach(Loaded::close);
            memory.close();
            closed = true;
        }
    }

    private final class Loaded implements LoadedProgram {
        private final Program program;
        private final Map<String, NativeProgram> entries = new HashMap<>();
        private boolean unloaded;

        Loaded(Program program) {
            this.program = program;
        }

        @Override
        public Outcome run(Run run) {
            return timed(run).outcome();
        }

        @Override
        public Timed timed(Run run) {
            NativeProgram code = code(run);
            return code.run(program.function(entry(run)), run, options);
        }

        @Override
        public Prepared prepare(Run run) {
            NativeProgram code = code(run);
            return code.prepare(program.function(entry(run)), run, options);
        }

        private String entry(Run run) {
            return run.entry().isEmpty() ? Entries.choose(program).name() : run.entry();
        }

        private NativeProgram code(Run run) {
            if (unloaded) {
                throw new IllegalStateException("the program is not loaded any more");
            }
            String entry = entry(run);
            Entries.find(program, entry);
            return entries.computeIfAbsent(entry, this::compile);
        }

        private NativeProgram compile(String entry) {
            CSource source = ProgramEmitter.emit(program, entry);
            options.saveTemps().ifPresent(directory -> Temps.save(directory, source));
            return NativeProgram.load(cache.library(source), source.sites());
        }

        @Override
        public void close() {
            if (!unloaded) {
                unloaded = true;
                entries.values().forEach(NativeProgram::close);
                loaded.remove(this);
            }
        }
    }
}
