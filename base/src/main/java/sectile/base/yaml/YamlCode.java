package sectile.base.yaml;

import sectile.base.diag.DiagnosticCode;

/// Codes of what can be wrong with a YAML text and the values read from it. `docs/diagnostics/base.md` explains each.
enum YamlCode implements DiagnosticCode {
    SYNTAX("BASE-101"),
    DUPLICATE_KEY("BASE-102"),
    UNKNOWN_ANCHOR("BASE-103"),
    TOO_LARGE("BASE-104"),
    TOO_DEEP("BASE-105"),
    SECOND_DOCUMENT("BASE-106"),
    KEY_NOT_TEXT("BASE-107"),
    TAG("BASE-108"),
    NOT_A_MAP("BASE-109"),
    UNKNOWN_KEY("BASE-110"),
    MISSING_KEY("BASE-111"),
    WRONG_TYPE("BASE-112"),
    OUT_OF_RANGE("BASE-113"),
    UNKNOWN_WORD("BASE-114"),
    BAD_OVERRIDE("BASE-120"),
    OVERRIDE_PATH("BASE-121");

    private final String text;

    YamlCode(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
