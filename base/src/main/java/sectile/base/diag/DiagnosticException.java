package sectile.base.diag;

import java.io.Serial;
import java.util.List;

/// Carries user errors to the place that shows them. It is never an error of ours.
public class DiagnosticException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    @SuppressWarnings("serial") // never serialised; spans hold whole sources
    private final List<Diagnostic> diagnostics;

    public DiagnosticException(Diagnostic diagnostic) {
        this(List.of(diagnostic));
    }

    public DiagnosticException(List<Diagnostic> diagnostics) {
        super(summary(diagnostics));
        this.diagnostics = List.copyOf(diagnostics);
    }

    public List<Diagnostic> diagnostics() {
        return diagnostics;
    }

    private static String summary(List<Diagnostic> diagnostics) {
        if (diagnostics.isEmpty()) {
            throw new IllegalArgumentException("an exception without a diagnostic says nothing");
        }
        String first = diagnostics.getFirst().toString();
        return diagnostics.size() == 1 ? first : first + " (and " + (diagnostics.size() - 1) + " more)";
    }
}
