package sectile.ir.algorithm;

import sectile.base.diag.DiagnosticCode;

/// Codes of what can be wrong with an algorithm in XML. `docs/diagnostics/algorithms.md` explains each.
enum AlgorithmCode implements DiagnosticCode {
    ELEMENT("ALGO-101"),
    MISSING("ALGO-102"),
    VALUE("ALGO-103"),
    UNKNOWN_ATTRIBUTE("ALGO-104"),
    NUMBERING("ALGO-105"),
    STEP_TYPE("ALGO-106"),
    SIZES("ALGO-107"),
    RANGE("ALGO-110"),
    PEER("ALGO-111"),
    NO_PEER("ALGO-112"),
    SHARED_CONNECTION("ALGO-113"),
    UNMATCHED("ALGO-114"),
    COUNTS_DIFFER("ALGO-115"),
    DEPENDENCE("ALGO-120"),
    CYCLE("ALGO-121"),
    NO_SIGNAL("ALGO-122"),
    RESULT("ALGO-130");

    private final String text;

    AlgorithmCode(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
