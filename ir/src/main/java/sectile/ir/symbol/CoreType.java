package sectile.ir.symbol;

/// The core an instruction belongs to.
public enum CoreType implements Symbol {
    MIX(0, "Mix"),
    AIC(1, "AIC"),
    AIV(2, "AIV");

    private final int code;
    private final String surfaceName;

    CoreType(int code, String surfaceName) {
        this.code = code;
        this.surfaceName = surfaceName;
    }

    @Override
    public String surfaceName() {
        return surfaceName;
    }

    @Override
    public String sort() {
        return "pl.CoreType";
    }

    @Override
    public int code() {
        return code;
    }
}
