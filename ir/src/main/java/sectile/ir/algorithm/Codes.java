package sectile.ir.algorithm;

/// The codes of this package; `docs/diagnostics/algorithms.md` explains each.
final class Codes {
    static final String ELEMENT = "ALGO-101";
    static final String MISSING = "ALGO-102";
    static final String VALUE = "ALGO-103";
    static final String UNKNOWN_ATTRIBUTE = "ALGO-104";
    static final String NUMBERING = "ALGO-105";
    static final String STEP_TYPE = "ALGO-106";
    static final String SIZES = "ALGO-107";
    static final String RANGE = "ALGO-110";
    static final String PEER = "ALGO-111";
    static final String NO_PEER = "ALGO-112";
    static final String SHARED_CONNECTION = "ALGO-113";
    static final String UNMATCHED = "ALGO-114";
    static final String COUNTS_DIFFER = "ALGO-115";
    static final String DEPENDENCE = "ALGO-120";
    static final String CYCLE = "ALGO-121";
    static final String NO_SIGNAL = "ALGO-122";
    static final String RESULT = "ALGO-130";

    private Codes() {}
}
