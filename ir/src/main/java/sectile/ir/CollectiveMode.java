package sectile.ir;

/// The algorithm family of a collective.
public enum CollectiveMode implements Symbol {
    MESH("mesh"),
    RING("ring");

    private final String surfaceName;

    CollectiveMode(String surfaceName) {
        this.surfaceName = surfaceName;
    }

    @Override
    public String surfaceName() {
        return surfaceName;
    }

    @Override
    public String sort() {
        return "pld.CollectiveMode";
    }

    @Override
    public int code() {
        return ordinal();
    }
}
