package sectile.ir.symbol;

/// How a conversion rounds.
public enum CastMode implements Symbol {
    NONE(0, "none"),
    RINT(1, "rint"),
    ROUND(2, "round"),
    FLOOR(3, "floor"),
    CEIL(4, "ceil"),
    TRUNC(5, "trunc"),
    ODD(6, "odd");

    private final int code;
    private final String surfaceName;

    CastMode(int code, String surfaceName) {
        this.code = code;
        this.surfaceName = surfaceName;
    }

    @Override
    public String surfaceName() {
        return surfaceName;
    }

    @Override
    public String sort() {
        return "pl.CastMode";
    }

    @Override
    public int code() {
        return code;
    }
}
