package sectile.ir;

/// Whether a function hands out work or does it.
public enum Role implements Symbol {
    ORCHESTRATOR("Orchestrator"),
    SUB_WORKER("SubWorker");

    private final String surfaceName;

    Role(String surfaceName) {
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
        return ordinal();
    }
}
