package sectile.ir.symbol;

/// When a wait is over.
public enum WaitCmp implements Symbol {
    EQ(0, "Eq"),
    GE(1, "Ge");

    private final int code;
    private final String surfaceName;

    WaitCmp(int code, String surfaceName) {
        this.code = code;
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
        return code;
    }
}
