package sectile.script.value;

import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;

/// What a running text kernel can do wrong.
public final class Problems {
    private Problems() {}

    public static DiagnosticException at(Span span, String code, String message, String hint) {
        return new DiagnosticException(Diagnostic.error(code, span, message).hint(hint));
    }

    static DiagnosticException frozen(String what, Span at) {
        return at(
                at,
                "TL-212",
                "this " + what + " belongs to the module, and all PEs share it: it cannot be changed",
                "make one of your own in the function, such as list(NAME)");
    }

    public static DiagnosticException overflow(String operation, Span at) {
        return at(
                at,
                "TL-203",
                operation + " does not fit 64 bits",
                "ints of kernels have 64 bits; use floats for larger numbers");
    }

    static DiagnosticException zero(Span at) {
        return at(at, "TL-202", "division by zero", "guard the division");
    }
}
