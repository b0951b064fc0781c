package sectile.sim.kernel;

import java.util.List;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;

/// Kernels still wait and nothing is left that could wake them.
public final class DeadlockException extends DiagnosticException {
    private static final long serialVersionUID = 1L;

    private final transient DeadlockReport report;

    public DeadlockException(DeadlockReport report) {
        super(List.of(diagnostic(report)));
        this.report = report;
    }

    private static Diagnostic diagnostic(DeadlockReport report) {
        Diagnostic diagnostic = Diagnostic.error(
                "SIM-501",
                Span.none(),
                "deadlock at " + report.timePs() + " ps: " + report.blocked().size()
                        + (report.blocked().size() == 1 ? " PE waits" : " PEs wait") + " and nothing is in flight");
        for (String line : report.lines()) {
            diagnostic = diagnostic.note(Span.none(), line);
        }
        return diagnostic.hint(
                "every recv needs a send in the opposite direction of its neighbour, and every full ring a recv");
    }

    public DeadlockReport report() {
        return report;
    }
}
