package sectile.base.json;

import sectile.base.diag.DiagnosticCode;

/// Codes of what can be wrong with a JSON text. `docs/diagnostics/base.md` explains each.
enum JsonCode implements DiagnosticCode {
    JSON_SYNTAX("BASE-150"),
    JSON_KEY_TWICE("BASE-151");

    private final String text;

    JsonCode(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
