package sectile.ir.symbol;

/// How a collective combines elements.
public enum ReduceOp implements Symbol {
    SUM(0, "Sum"),
    MAX(1, "Max"),
    MIN(2, "Min"),
    PROD(3, "Prod");

    private final int code;
    private final String surfaceName;

    ReduceOp(int code, String surfaceName) {
        this.code = code;
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
        return code;
    }
}
