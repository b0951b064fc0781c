package sectile.base.coroutine;

import sectile.base.diag.DiagnosticCode;

/// Codes of what can be wrong with this Java for coroutines. `docs/diagnostics/base.md` explains each.
enum CoroutineCode implements DiagnosticCode {
    NO_CONTINUATIONS("BASE-401");

    private final String text;

    CoroutineCode(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
