package sectile.runtime.c;

import java.util.List;
import java.util.stream.IntStream;
import sectile.base.diag.Span;
import sectile.runtime.device.FusedOps;
import sectile.runtime.device.MicroKernelUse;

/// A program as C.
///
/// @param text the C text; includes `sx.h`
/// @param sites where in the program the numbered places of the text are
/// @param microKernels what became of requests for hand-written kernels
/// @param fused the ops that are computed together
/// @param kernels in OpenCL C, which the text starts by their numbers
public record CSource(
        String text, List<Span> sites, List<MicroKernelUse> microKernels, List<FusedOps> fused, List<String> kernels) {
    public CSource {
        sites = List.copyOf(sites);
        microKernels = List.copyOf(microKernels);
        fused = List.copyOf(fused);
        kernels = List.copyOf(kernels);
    }

    /// A text without a program.
    public static CSource empty() {
        return new CSource("", List.of(), List.of(), List.of(), List.of());
    }

    /// The names of the kernels.
    public List<String> kernelNames() {
        return IntStream.range(0, kernels.size()).mapToObj(Unit::kernelName).toList();
    }

    /// The same with another C text.
    public CSource withText(String newText) {
        return new CSource(newText, sites, microKernels, fused, kernels);
    }
}
