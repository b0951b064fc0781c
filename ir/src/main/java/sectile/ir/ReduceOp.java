package sectile.ir;

/// How a collective combines elements.
public enum ReduceOp implements Symbol {
    SUM("Sum"),
    MAX("Max"),
    MIN("Min"),
    PROD("Prod");

    private final String surfaceName;

    ReduceOp(String surfaceName) {
        this.surfaceName = surfaceName;
    }

    @Override
    public String surfaceName() {
        return surfaceName;
    }

    @Override
    public String sort() {
        return "pld.ReduceOp";
    }

    @Override
    public int code() {
        return ordinal();
    }
}
