package sectile.ir;

/// What a notify does to the signal cell.
public enum NotifyOp implements Symbol {
    ATOMIC_ADD("AtomicAdd"),
    SET("Set");

    private final String surfaceName;

    NotifyOp(String surfaceName) {
        this.surfaceName = surfaceName;
    }

    @Override
    public String surfaceName() {
        return surfaceName;
    }

    @Override
    public String sort() {
        return "pld.NotifyOp";
    }

    @Override
    public int code() {
        return ordinal();
    }
}
