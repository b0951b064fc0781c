package sectile.ir.symbol;

/// What a function is for, and so which ops it may use.
public enum FunctionKind implements Symbol {
    OPAQUE(0, "Opaque"),
    ORCHESTRATION(1, "Orchestration"),
    IN_CORE(2, "InCore"),
    AIC(3, "AIC"),
    AIV(4, "AIV"),
    GROUP(5, "Group"),
    SPMD(6, "Spmd"),
    INLINE(7, "Inline"),
    GRAPH(8, "Graph");

    private final int code;
    private final String surfaceName;

    FunctionKind(int code, String surfaceName) {
        this.code = code;
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
        return code;
    }

    /// Whether such a function runs on a core and computes there.
    public boolean isKernel() {
        return switch (this) {
            case IN_CORE, AIC, AIV -> true;
            case OPAQUE, ORCHESTRATION, GROUP, SPMD, INLINE, GRAPH -> false;
        };
    }
}
