package sectile.base.limit;

import sectile.base.diag.DiagnosticCode;

/// Codes of limits on the time and memory of this host. `docs/diagnostics/limits.md` explains each.
public enum LimitCode implements DiagnosticCode {
    TIME("LIM-101"),
    MEMORY("LIM-102"),
    SMALL_ALLOCATIONS("LIM-103"),
    ARRAY_LENGTH("LIM-104");

    private final String text;

    LimitCode(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
