package sectile.ir.text;

import java.util.Collection;
import java.util.SequencedCollection;
import java.util.TreeSet;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;

/// Ends the reading of a statement with a diagnostic.
final class Problem {
    private Problem() {}

    static DiagnosticException at(Span span, DiagnosticCode code, String message) {
        return new DiagnosticException(Diagnostic.error(code, span, message));
    }

    static DiagnosticException at(Span span, DiagnosticCode code, String message, String hint) {
        return new DiagnosticException(Diagnostic.error(code, span, message).hint(hint));
    }

    static DiagnosticException unknown(
            Span span, DiagnosticCode code, String message, String word, Collection<String> known) {
        // A set without an order of its own would change the message from run to run.
        Collection<String> ordered = known instanceof SequencedCollection<String> ? known : new TreeSet<>(known);
        return known.isEmpty() ? at(span, code, message) : at(span, code, message, Nearest.hint(word, ordered));
    }
}
