package sectile.ir.symbol;

/// A hardware pipe of a core.
public enum PipeType implements Symbol {
    MTE1(0, "MTE1"),
    MTE2(1, "MTE2"),
    MTE3(2, "MTE3"),
    M(3, "M"),
    V(4, "V"),
    S(5, "S"),
    FIX(6, "FIX"),
    ALL(7, "ALL");

    private final int code;
    private final String surfaceName;

    PipeType(int code, String surfaceName) {
        this.code = code;
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
        return code;
    }
}
