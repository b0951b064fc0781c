package sectile.ir.symbol;

/// How the iterations of a loop relate.
public enum ForKind implements Symbol {
    SEQUENTIAL(0, "range"),
    PARALLEL(1, "parallel"),
    UNROLL(2, "unroll"),
    PIPELINE(3, "pipeline");

    private final int code;
    private final String surfaceName;

    ForKind(int code, String surfaceName) {
        this.code = code;
        this.surfaceName = surfaceName;
    }

    @Override
    public String surfaceName() {
        return surfaceName;
    }

    @Override
    public String sort() {
        return "pl.ForKind";
    }

    @Override
    public int code() {
        return code;
    }
}
