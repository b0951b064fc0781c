package sectile.runtime.host;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import sectile.base.device.DeviceId;
import sectile.interp.Entries;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.runtime.c.CSource;
import sectile.runtime.c.Dialect;
import sectile.runtime.c.ProgramEmitter;
import sectile.runtime.device.FusedOps;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.device.MicroKernelUse;

/// Programs as native code of this process, for devices whose orchestration runs here.
public final class NativeLoader implements AutoCloseable {
    private final DeviceId id;
    private final HostOptions options;
    private final Dialect dialect;
    private final ArrayPlaces places;
    private final CCompiler compiler;
    private final NativeCache cache;
    private final List<Loaded> loaded = new ArrayList<>();
    private boolean closed;

    /// A loader for a device.
    ///
    /// @throws sectile.runtime.device.MissingException RUN-310 when there is no C compiler
    public NativeLoader(DeviceId id, HostOptions options, Dialect dialect, ArrayPlaces places) {
        this(id, options, dialect, places, compiler -> NativeBuild.library(compiler, dialect.flags()));
    }

    private NativeLoader(
            DeviceId id,
            HostOptions options,
            Dialect dialect,
            ArrayPlaces places,
            java.util.function.Function<CCompiler, NativeBuild> build) {
        this.id = id;
        this.options = options;
        this.dialect = dialect;
        this.places = places;
        this.compiler = CCompiler.find(options);
        this.cache = new NativeCache(options.cache(), build.apply(compiler));
    }

    /// A loader for a device that runs whole programs, of which only arguments and results are seen here.
    ///
    /// @throws sectile.runtime.device.MissingException RUN-310 when there is no C compiler
    public static NativeLoader apart(DeviceId id, HostOptions options, ArrayPlaces places) {
        return new NativeLoader(id, options, Dialect.C, places, NativeBuild::hostLibrary);
    }

    /// The library of the runtime without a program.
    public Path runtimeLibrary() {
        return cache.program(CSource.empty());
    }

    CCompiler compiler() {
        return compiler;
    }

    NativeCache cache() {
        return cache;
    }

    /// A program whose functions are compiled when they are first run.
    public LoadedProgram load(Program program) {
        if (closed) {
            throw new IllegalStateException(id + " is closed");
        }
        var result = new Loaded(program);
        loaded.add(result);
        return result;
    }

    /// A program of a C text.
    NativeProgram load(CSource source) {
        return load(source, source);
    }

    /// @param here the part of the program that this process loads
    private NativeProgram load(CSource source, CSource here) {
        return NativeProgram.load(
                cache.program(here), source, places, Traps.load(cache.alone("trap", RuntimeSources.trap())));
    }

    /// Unloads all programs.
    @Override
    public void close() {
        List.copyOf(loaded).forEach(Loaded::close);
        closed = true;
    }

    private final class Loaded implements LoadedProgram {
        private final Program program;
        private final Map<String, NativeProgram> entries = new HashMap<>();
        private final Constants constants = new Constants(places);
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
            return code.run(program.function(entry(run)), run, options, places, constants);
        }

        @Override
        public Prepared prepare(Run run) {
            NativeProgram code = code(run);
            return code.prepare(program.function(entry(run)), run, options, places, constants);
        }

        @Override
        public List<MicroKernelUse> microKernels(Run run) {
            return code(run).microKernels();
        }

        @Override
        public List<FusedOps> fused(Run run) {
            return code(run).fused();
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
            CSource source = ProgramEmitter.emit(program, entry, dialect);
            CSource here = places.onHost(source, program.function(entry));
            options.saveTemps().ifPresent(directory -> {
                Temps.save(directory, source);
                if (!here.equals(source)) {
                    Temps.saveHost(directory, here);
                }
            });
            return NativeLoader.this.load(source, here);
        }

        @Override
        public void close() {
            if (!unloaded) {
                unloaded = true;
                entries.values().forEach(NativeProgram::close);
                constants.close();
                loaded.remove(this);
            }
        }
    }
}
