package sectile.ir.symbol;

/// How a tile's blocks, or the elements in a block, are ordered.
public enum TileLayout implements Symbol {
    NONE_BOX(0, "none_box"),
    ROW_MAJOR(1, "row_major"),
    COL_MAJOR(2, "col_major");

    private final int code;
    private final String surfaceName;

    TileLayout(int code, String surfaceName) {
        this.code = code;
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
        return code;
    }
}
