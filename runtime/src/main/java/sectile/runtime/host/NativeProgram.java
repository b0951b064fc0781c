package sectile.runtime.host;

import java.nio.file.Path;
import java.util.List;
import sectile.base.diag.Span;
import sectile.interp.Run;
import sectile.ir.Function;
import sectile.runtime.c.CSource;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.device.MicroKernelUse;

/// A compiled program in this process.
final class NativeProgram implements AutoCloseable {
    private final Library library;
    private final List<Span> sites;
    private final List<MicroKernelUse> microKernels;
    private final Traps traps;

    private NativeProgram(Library library, CSource source, Traps traps) {
        this.library = library;
        this.sites = source.sites();
        this.microKernels = source.microKernels();
        this.traps = traps;
    }

    static NativeProgram load(Path file, CSource source, Traps traps) {
        return new NativeProgram(Library.open(file), source, traps);
    }

    List<MicroKernelUse> microKernels() {
        return microKernels;
    }

    LoadedProgram.Timed run(Function function, Run run, HostOptions options, ArrayPlaces places, Constants constants) {
        try (NativeRun call = new NativeRun(library, sites, traps, function, run, options, places, constants)) {
            LoadedProgram.Timed timed = call.timed();
            return new LoadedProgram.Timed(MicroKernelUse.remarked(timed.outcome(), microKernels), timed.nanoseconds());
        }
    }

    LoadedProgram.Prepared prepare(
            Function function, Run run, HostOptions options, ArrayPlaces places, Constants constants) {
        return new NativeRun(library, sites, traps, function, run, options, places, constants);
    }

    @Override
    public void close() {
        library.close();
    }
}
