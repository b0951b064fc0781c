package sectile.ir;

/// How a store meets what is already there.
public enum AtomicType implements Symbol {
    NONE("None_"),
    ADD("Add");

    private final String surfaceName;

    AtomicType(String surfaceName) {
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
        return ordinal();
    }
}
