package sectile.ir;

/// How a tile is divided between the vector cores of a group.
public enum SplitMode implements Symbol {
    NONE("NONE"),
    UP_DOWN("UP_DOWN"),
    LEFT_RIGHT("LEFT_RIGHT");

    private final String surfaceName;

    SplitMode(String surfaceName) {
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
        return ordinal();
    }
}
