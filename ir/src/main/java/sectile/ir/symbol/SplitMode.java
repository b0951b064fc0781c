package sectile.ir.symbol;

/// How a tile is divided between the vector cores of a group.
public enum SplitMode implements Symbol {
    NONE(0, "NONE"),
    UP_DOWN(1, "UP_DOWN"),
    LEFT_RIGHT(2, "LEFT_RIGHT");

    private final int code;
    private final String surfaceName;

    SplitMode(int code, String surfaceName) {
        this.code = code;
        this.surfaceName = surfaceName;
    }

    @Override
    public String surfaceName() {
        return surfaceName;
    }

    @Override
    public String sort() {
        return "pl.SplitMode";
    }

    @Override
    public int code() {
        return code;
    }
}
