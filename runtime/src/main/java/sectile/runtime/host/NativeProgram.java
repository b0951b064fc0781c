package sectile.runtime.host;

import java.nio.file.Path;
import java.util.List;
import sectile.base.diag.Span;
import sectile.interp.Run;
import sectile.ir.Function;
import sectile.runtime.device.LoadedProgram;

/// A compiled program in this process.
final class NativeProgram implements AutoCloseable {
    private final Library library;
    private final List<Span> sites;
    private final Traps traps;

    private NativeProgram(Library library, List<Span> sites, Traps traps) {
        this.library = library;
        this.sites = sites;
        this.traps = traps;
    }

    static NativeProgram load(Path file, List<Span> sites, Traps traps) {
        return new NativeProgram(Library.open(file), sites, traps);
    }

    LoadedProgram.Timed run(Function function, Run run, HostOptions options, ArrayPlaces places, Constants constants) {
        try (NativeRun call = new NativeRun(library, sites, traps, function, run, options, places, constants)) {
            return call.timed();
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
