package sectile.base.xml;

import sectile.base.diag.DiagnosticCode;

/// Codes of what can be wrong with an XML text. `docs/diagnostics/base.md` explains each.
enum XmlCode implements DiagnosticCode {
    SYNTAX("BASE-130"),
    DUPLICATE("BASE-131"),
    DOCTYPE("BASE-132"),
    DEPTH("BASE-133");

    private final String text;

    XmlCode(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
