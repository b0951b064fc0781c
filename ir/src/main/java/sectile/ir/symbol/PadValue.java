package sectile.ir.symbol;

/// What fills the part of a tile that holds no data.
public enum PadValue implements Symbol {
    NULL(0, "null"),
    ZERO(1, "zero"),
    MAX(2, "max"),
    MIN(3, "min");

    private final int code;
    private final String surfaceName;

    PadValue(int code, String surfaceName) {
        this.code = code;
        this.surfaceName = surfaceName;
    }

    @Override
    public String surfaceName() {
        return surfaceName;
    }

    @Override
    public String sort() {
        return "pl.PadValue";
    }

    @Override
    public int code() {
        return code;
    }
}
