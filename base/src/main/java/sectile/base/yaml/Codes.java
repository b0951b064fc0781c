package sectile.base.yaml;

/// The codes of this package; `docs/diagnostics/base.md` explains each.
final class Codes {
    static final String SYNTAX = "BASE-101";
    static final String DUPLICATE_KEY = "BASE-102";
    static final String UNKNOWN_ANCHOR = "BASE-103";
    static final String TOO_LARGE = "BASE-104";
    static final String TOO_DEEP = "BASE-105";
    static final String SECOND_DOCUMENT = "BASE-106";
    static final String KEY_NOT_TEXT = "BASE-107";
    static final String TAG = "BASE-108";
    static final String NOT_A_MAP = "BASE-109";
    static final String UNKNOWN_KEY = "BASE-110";
    static final String MISSING_KEY = "BASE-111";
    static final String WRONG_TYPE = "BASE-112";
    static final String OUT_OF_RANGE = "BASE-113";
    static final String UNKNOWN_WORD = "BASE-114";
    static final String BAD_OVERRIDE = "BASE-120";
    static final String OVERRIDE_PATH = "BASE-121";

    private Codes() {}
}
