package sectile.ir;

/// The core an instruction belongs to.
public enum CoreType implements Symbol {
    MIX("Mix"),
    AIC("AIC"),
    AIV("AIV");

    private final String surfaceName;

    CoreType(String surfaceName) {
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
        return ordinal();
    }
}
