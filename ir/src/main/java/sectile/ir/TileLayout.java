package sectile.ir;

/// How a tile's blocks, or the elements in a block, are ordered.
public enum TileLayout implements Symbol {
    NONE_BOX("none_box"),
    ROW_MAJOR("row_major"),
    COL_MAJOR("col_major");

    private final String surfaceName;

    TileLayout(String surfaceName) {
        this.surfaceName = surfaceName;
    }

    @Override
    public String surfaceName() {
        return surfaceName;
    }

    @Override
    public String sort() {
        return "pl.TileLayout";
    }

    @Override
    public int code() {
        return ordinal();
    }
}
