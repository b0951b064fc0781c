package sectile.base.diag;

/// A kind of problem, by a text that users can search for, like `LANG-201`. The enums of a module that implement this
/// list all its codes, and `docs/diagnostics` has a row for each.
public interface DiagnosticCode {
    String text();

    /// A code that another process reported, or a file holds.
    static DiagnosticCode reported(String text) {
        return new Reported(text);
    }

    /// What [#reported] makes.
    record Reported(String text) implements DiagnosticCode {
        public Reported {
            if (text.isBlank()) {
                throw new IllegalArgumentException("a diagnostic needs a code");
            }
        }
    }
}
