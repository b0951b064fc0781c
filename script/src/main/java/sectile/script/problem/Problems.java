package sectile.script.problem;

import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.python.value.Fault;
import sectile.python.value.Values;

/// The errors of a running text kernel.
public final class Problems {
    private static final Place NOWHERE = Span::none;

    private Problems() {}

    public static DiagnosticException at(Span span, String code, String message, String hint) {
        return new DiagnosticException(Diagnostic.error(code, span, message).hint(hint));
    }

    /// The type of a value with its article, for messages.
    public static String kind(Object value) {
        return Values.kind(value, NOWHERE);
    }

    static String code(Fault fault) {
        return switch (fault) {
            case TYPE -> "TL-201";
            case ZERO_DIVISION -> "TL-202";
            case OVERFLOW -> "TL-203";
            case LOOKUP -> "TL-204";
            case ATTRIBUTE -> "TL-206";
            case VALUE, SIZE -> "TL-207";
            case UNPACK -> "TL-208";
            case IMMUTABLE -> "TL-212";
            case FORMAT -> "TL-213";
        };
    }
}
