package sectile.runtime.c;

import java.util.List;
import sectile.base.diag.Span;
import sectile.runtime.device.MicroKernelUse;

/// A program as C.
///
/// @param text the C text; includes `sx.h`
/// @param sites where in the program the numbered places of the text are
/// @param microKernels what became of requests for hand-written kernels
public record CSource(String text, List<Span> sites, List<MicroKernelUse> microKernels) {
    public CSource {
        sites = List.copyOf(sites);
        microKernels = List.copyOf(microKernels);
    }
}
