package sectile.ir;

/// What a function is for, and so which ops it may use.
public enum FunctionKind implements Symbol {
    OPAQUE("Opaque"),
    ORCHESTRATION("Orchestration"),
    IN_CORE("InCore"),
    AIC("AIC"),
    AIV("AIV"),
    GROUP("Group"),
    SPMD("Spmd"),
    INLINE("Inline"),
    GRAPH("Graph");

    private final String surfaceName;

    FunctionKind(String surfaceName) {
        this.surfaceName = surfaceName;
    }

    @Override
    public String surfaceName() {
        return surfaceName;
    }

    @Override
    public String sort() {
        return "pl.FunctionType";
    }

    @Override
    public int code() {
        return ordinal();
    }
}
