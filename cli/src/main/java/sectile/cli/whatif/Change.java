package sectile.cli.whatif;

import java.util.function.Supplier;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;

/// A change of the machine.
///
/// @param setting as for `--set`
/// @param before the value that it replaces
/// @param span where it was asked for
public record Change(String setting, String before, Span span) {
    /// What is wrong with the setting is the mistake of the word that asked for it.
    public <T> T blamed(Supplier<T> machine) {
        try {
            return machine.get();
        } catch (DiagnosticException e) {
            throw new DiagnosticException(
                    e.diagnostics().stream().map(this::located).toList());
        }
    }

    private Diagnostic located(Diagnostic diagnostic) {
        if (!diagnostic.span().source().text().equals(setting)) {
            return diagnostic;
        }
        Diagnostic here = diagnostic.at(span);
        return span.text().equals(setting) ? here : here.note(span, "this sets " + setting + " in place of " + before);
    }
}
