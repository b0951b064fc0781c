package sectile.ir.symbol;

/// The algorithm family of a collective.
public enum CollectiveMode implements Symbol {
    MESH(0, "mesh"),
    RING(1, "ring");

    private final int code;
    private final String surfaceName;

    CollectiveMode(int code, String surfaceName) {
        this.code = code;
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
        return code;
    }
}
