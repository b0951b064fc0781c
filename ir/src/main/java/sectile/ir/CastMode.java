package sectile.ir;

/// How a conversion rounds.
public enum CastMode implements Symbol {
    NONE("none"),
    RINT("rint"),
    ROUND("round"),
    FLOOR("floor"),
    CEIL("ceil"),
    TRUNC("trunc"),
    ODD("odd");

    private final String surfaceName;

    CastMode(String surfaceName) {
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
        return ordinal();
    }
}
