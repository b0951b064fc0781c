package sectile.ir.symbol;

/// How a store meets what is already there.
public enum AtomicType implements Symbol {
    NONE(0, "None_"),
    ADD(1, "Add");

    private final int code;
    private final String surfaceName;

    AtomicType(int code, String surfaceName) {
        this.code = code;
        this.surfaceName = surfaceName;
    }

    @Override
    public String surfaceName() {
        return surfaceName;
    }

    @Override
    public String sort() {
        return "pld.AtomicType";
    }

    @Override
    public int code() {
        return code;
    }
}
