package sectile.base.diag;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// One problem in something a user wrote: what was found, what was expected, where, and a hint (`""` if there
/// is none).
///
/// Its code is stable: users search for it, and `docs/diagnostics` has an entry for each.
public record Diagnostic(
        DiagnosticCode kind, Severity severity, Span span, String message, List<Note> notes, String hint) {
    /// A further place or fact that explains the problem.
    public record Note(Span span, String message) {
        public Note {
            Objects.requireNonNull(span, "span");
            Objects.requireNonNull(message, "message");
        }
    }

    public Diagnostic {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(severity, "severity");
        Objects.requireNonNull(span, "span");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(hint, "hint");
        notes = List.copyOf(notes);
    }

    /// The text of its code.
    public String code() {
        return kind.text();
    }

    /// Whether it is a problem of that kind, also when another process reported it.
    public boolean is(DiagnosticCode code) {
        return kind.text().equals(code.text());
    }

    public static Diagnostic error(DiagnosticCode kind, Span span, String message) {
        return new Diagnostic(kind, Severity.ERROR, span, message, List.of(), "");
    }

    public static Diagnostic warning(DiagnosticCode kind, Span span, String message) {
        return new Diagnostic(kind, Severity.WARNING, span, message, List.of(), "");
    }

    /// This diagnostic with another hint.
    public Diagnostic hint(String newHint) {
        return new Diagnostic(kind, severity, span, message, notes, newHint);
    }

    /// This diagnostic at another position; at its own if the other is none.
    public Diagnostic at(Span where) {
        return where.isNone() ? this : new Diagnostic(kind, severity, where, message, notes, hint);
    }

    /// This diagnostic with one more note.
    public Diagnostic note(Span where, String text) {
        var more = new ArrayList<>(notes);
        more.add(new Note(where, text));
        return new Diagnostic(kind, severity, span, message, more, hint);
    }

    /// One line without an excerpt, for logs and exception messages.
    @Override
    public String toString() {
        String where = span.isNone() ? "" : span + ": ";
        String help = hint.isEmpty() ? "" : " (" + hint + ")";
        return where + severity.text() + "[" + code() + "]: " + message + help;
    }
}
