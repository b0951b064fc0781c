package sectile.ir.symbol;

/// A comparison of elements.
public enum CmpType implements Symbol {
    EQ(0, "eq"),
    NE(1, "ne"),
    LT(2, "lt"),
    LE(3, "le"),
    GT(4, "gt"),
    GE(5, "ge");

    private final int code;
    private final String surfaceName;

    CmpType(int code, String surfaceName) {
        this.code = code;
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
        return code;
    }
}
