package sectile.base.limit;

import java.io.Serial;
import java.util.List;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;

/// The run was stopped at a limit, see [Limits#stop].
public final class LimitReached extends DiagnosticException {
    @Serial
    private static final long serialVersionUID = 1;

    LimitReached(Diagnostic reason) {
        super(reason);
    }

    private LimitReached(LimitReached earlier, List<Diagnostic> diagnostics) {
        super(diagnostics);
        initCause(earlier);
    }

    /// The same with facts about where the run was.
    public LimitReached noting(List<String> facts) {
        Diagnostic reason = diagnostics().getFirst();
        for (String fact : facts) {
            reason = reason.note(Span.none(), fact);
        }
        return new LimitReached(this, List.of(reason));
    }
}
