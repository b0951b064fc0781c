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

    private NativeProgram(Library library, List<Span> sites) {
        this.library = library;
        this.sites = sites;
    }

    static NativeProgram load(Path file, List<Span> sites) {
        return new NativeProgram(Library.open(file), sites);
    }

    LoadedProgram.Timed run(Function function, Run run, HostOptions options, ArrayPlaces places) {
        try (NativeRun call = new NativeRun(library, sites, function, run, options, places)) {
            return call.timed();
        }
    }

    LoadedProgram.Prepared prepare(Function function, Run run, HostOptions options, ArrayPlaces places) {
        return new NativeRun(library, sites, function, run, options, places);
    }

    @Override
    public void close() {
        library.close();
    }
}
