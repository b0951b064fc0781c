package sectile.ir.symbol;

/// Whether a function hands out work or does it.
public enum Role implements Symbol {
    ORCHESTRATOR(0, "Orchestrator"),
    SUB_WORKER(1, "SubWorker");

    private final int code;
    private final String surfaceName;

    Role(int code, String surfaceName) {
        this.code = code;
        this.surfaceName = surfaceName;
    }

    @Override
    public String surfaceName() {
        return surfaceName;
    }

    @Override
    public String sort() {
        return "pl.Role";
    }

    @Override
    public int code() {
        return code;
    }
}
