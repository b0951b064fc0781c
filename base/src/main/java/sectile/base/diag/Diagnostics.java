package sectile.base.diag;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Collects the problems of a piece of work so that all of them are reported at once. Not thread-safe.
public final class Diagnostics {
    private final List<Diagnostic> found = new ArrayList<>();
    private int errors;

    public void add(Diagnostic diagnostic) {
        found.add(diagnostic);
        if (diagnostic.severity() == Severity.ERROR) {
            errors++;
        }
    }

    public void addAll(List<Diagnostic> diagnostics) {
        diagnostics.forEach(this::add);
    }

    public Diagnostic error(DiagnosticCode code, Span span, String message) {
        return error(code, span, message, "");
    }

    public Diagnostic error(DiagnosticCode code, Span span, String message, String hint) {
        return added(Diagnostic.error(code, span, message).hint(hint));
    }

    public Diagnostic warning(DiagnosticCode code, Span span, String message) {
        return warning(code, span, message, "");
    }

    public Diagnostic warning(DiagnosticCode code, Span span, String message, String hint) {
        return added(Diagnostic.warning(code, span, message).hint(hint));
    }

    public boolean hasErrors() {
        return errors > 0;
    }

    /// How many errors were found; a reader compares it before and after a step to learn whether the step
    /// went well.
    public int errorCount() {
        return errors;
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    /// Everything found, in reading order: by position within a source, sources in the order they first came
    /// up.
    public List<Diagnostic> all() {
        Map<SourceFile, Integer> order = new LinkedHashMap<>();
        for (Diagnostic diagnostic : found) {
            order.putIfAbsent(diagnostic.span().source(), order.size());
        }
        Comparator<Diagnostic> bySource = Comparator.comparingInt(
                diagnostic -> order.get(diagnostic.span().source()));
        return found.stream()
                .sorted(bySource.thenComparingInt(
                        diagnostic -> diagnostic.span().start()))
                .toList();
    }

    /// Throws everything found, warnings included, if at least one error is among it.
    public void throwIfErrors() {
        if (hasErrors()) {
            throw new DiagnosticException(all());
        }
    }

    private Diagnostic added(Diagnostic diagnostic) {
        add(diagnostic);
        return diagnostic;
    }
}
