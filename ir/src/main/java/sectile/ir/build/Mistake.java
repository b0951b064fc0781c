package sectile.ir.build;

import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;

/// Ends a call of the builder with a diagnostic.
final class Mistake {
    private Mistake() {}

    static DiagnosticException at(Span span, DiagnosticCode code, String message) {
        return new DiagnosticException(Diagnostic.error(code, span, message));
    }

    static DiagnosticException at(Span span, DiagnosticCode code, String message, String hint) {
        return new DiagnosticException(Diagnostic.error(code, span, message).hint(hint));
    }
}
