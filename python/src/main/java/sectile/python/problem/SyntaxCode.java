package sectile.python.problem;

import sectile.base.diag.DiagnosticCode;

/// Codes of what can be wrong with the syntax of a text. `docs/diagnostics/language.md` explains each.
public enum SyntaxCode implements DiagnosticCode {
    INDENTATION("LANG-101"),
    STRING("LANG-102"),
    CHARACTER("LANG-103"),
    SYNTAX("LANG-104"),
    NESTED_TOO_DEEPLY("LANG-105"),
    TOO_MANY_DIGITS("LANG-106"),
    F_STRING("LANG-107"),
    NOT_SUPPORTED("LANG-108"),
    COUNTS_DIFFER("LANG-407");

    private final String text;

    SyntaxCode(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
