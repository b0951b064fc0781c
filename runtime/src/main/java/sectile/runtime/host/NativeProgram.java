package sectile.runtime.host;

import java.nio.file.Path;
import java.util.List;
import sectile.base.diag.Span;
import sectile.interp.Run;
import sectile.ir.Function;
import sectile.runtime.c.CSource;
import sectile.runtime.device.FusedOps;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.device.MicroKernelUse;

/// A compiled program in this process.
final class NativeProgram implements AutoCloseable {
    private final Library library;
    private final List<Span> sites;
    private final List<MicroKernelUse> microKernels;
    private final List<FusedOps> fused;
    private final ArrayPlaces.Kernels kernels;
    private final Traps traps;

    private NativeProgram(Library library, CSource source, ArrayPlaces.Kernels kernels, Traps traps) {
        this.library = library;
        this.sites = source.sites();
        this.microKernels = source.microKernels();
        this.fused = source.fused();
        this.kernels = kernels;
        this.traps = traps;
    }

    /// @param places where its arrays will be, and its kernels
    static NativeProgram load(Path file, CSource source, ArrayPlaces places, Traps traps) {
        ArrayPlaces.Kernels kernels = places.kernels(source);
        try {
            return new NativeProgram(Library.open(file), source, kernels, traps);
        } catch (RuntimeException | Error e) {
            kernels.close();
            throw e;
        }
    }

    List<FusedOps> fused() {
        return fused;
    }

    List<MicroKernelUse> microKernels() {
        return microKernels;
    }

    LoadedProgram.Timed run(Function function, Run run, HostOptions options, ArrayPlaces places, Constants constants) {
        try (NativeRun call =
                new NativeRun(library, sites, kernels.handles(), traps, function, run, options, places, constants)) {
            LoadedProgram.Timed timed = call.timed();
            return new LoadedProgram.Timed(MicroKernelUse.remarked(timed.outcome(), microKernels), timed.nanoseconds());
        }
    }

    LoadedProgram.Prepared prepare(
            Function function, Run run, HostOptions options, ArrayPlaces places, Constants constants) {
        return new NativeRun(library, sites, kernels.handles(), traps, function, run, options, places, constants);
    }

    @Override
    public void close() {
        library.close();
        kernels.close();
    }
}
