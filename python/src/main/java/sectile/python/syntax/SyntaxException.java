package sectile.python.syntax;

import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.Span;

/// Ends the parse of one statement; never leaves this package.
final class SyntaxException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Span span;
    private final transient DiagnosticCode code;

    SyntaxException(DiagnosticCode code, Span span, String message) {
        super(message, null, false, false);
        this.code = code;
        this.span = span;
    }

    Span span() {
        return span;
    }

    DiagnosticCode code() {
        return code;
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
