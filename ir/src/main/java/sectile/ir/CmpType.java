package sectile.ir;

/// A comparison of elements.
public enum CmpType implements Symbol {
    EQ("eq"),
    NE("ne"),
    LT("lt"),
    LE("le"),
    GT("gt"),
    GE("ge");

    private final String surfaceName;

    CmpType(String surfaceName) {
        this.surfaceName = surfaceName;
    }

    @Override
    public String surfaceName() {
        return surfaceName;
    }

    @Override
    public String sort() {
        return "pl.CmpType";
    }

    @Override
    public int code() {
        return ordinal();
    }
}
