package sectile.ir;

/// How the iterations of a loop relate.
public enum ForKind implements Symbol {
    SEQUENTIAL("range"),
    PARALLEL("parallel"),
    UNROLL("unroll"),
    PIPELINE("pipeline");

    private final String surfaceName;

    ForKind(String surfaceName) {
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
        return ordinal();
    }
}
