package sectile.ir;

/// What fills the part of a tile that holds no data.
public enum PadValue implements Symbol {
    NULL("null"),
    ZERO("zero"),
    MAX("max"),
    MIN("min");

    private final String surfaceName;

    PadValue(String surfaceName) {
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
        return ordinal();
    }
}
