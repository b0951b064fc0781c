package sectile.runtime.device;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Span;
import sectile.interp.Outcome;
import sectile.runtime.problem.RunCode;

/// What became of a request for a hand-written kernel.
///
/// @param at where the op is
/// @param what op, shape and element type, like `matmul_acc 8×8×64 FP32`
/// @param request the name that was asked for
/// @param kernel the kernel that is used; empty if the op is computed without one
/// @param reason why there is none; empty if there is one
public record MicroKernelUse(Span at, String what, String request, Optional<String> kernel, String reason) {
    /// One line.
    public String text() {
        return what + " " + kernel.map(name -> "by " + name).orElse("by loops, not " + request + ": " + reason);
    }

    /// What came of a run, with a warning for every request that was not met.
    public static Outcome remarked(Outcome outcome, List<MicroKernelUse> uses) {
        var remarks = new ArrayList<>(outcome.remarks());
        for (MicroKernelUse use : uses) {
            if (use.kernel().isEmpty()) {
                remarks.add(Diagnostic.warning(
                                RunCode.NO_MICRO_KERNEL,
                                use.at(),
                                "no micro-kernel `" + use.request() + "` for " + use.what() + ": " + use.reason())
                        .hint("it is computed by loops, with the same result"));
            }
        }
        return new Outcome(outcome.outputs(), outcome.results(), remarks);
    }
}
