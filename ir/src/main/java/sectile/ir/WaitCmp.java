package sectile.ir;

/// When a wait is over.
public enum WaitCmp implements Symbol {
    EQ("Eq"),
    GE("Ge");

    private final String surfaceName;

    WaitCmp(String surfaceName) {
        this.surfaceName = surfaceName;
    }

    @Override
    public String surfaceName() {
        return surfaceName;
    }

    @Override
    public String sort() {
        return "pld.WaitCmp";
    }

    @Override
    public int code() {
        return ordinal();
    }
}
