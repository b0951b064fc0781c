package sectile.ir;

/// A hardware pipe of a core.
public enum PipeType implements Symbol {
    MTE1("MTE1"),
    MTE2("MTE2"),
    MTE3("MTE3"),
    M("M"),
    V("V"),
    S("S"),
    FIX("FIX"),
    ALL("ALL");

    private final String surfaceName;

    PipeType(String surfaceName) {
        this.surfaceName = surfaceName;
    }

    @Override
    public String surfaceName() {
        return surfaceName;
    }

    @Override
    public String sort() {
        return "pl.PipeType";
    }

    @Override
    public int code() {
        return ordinal();
    }
}
