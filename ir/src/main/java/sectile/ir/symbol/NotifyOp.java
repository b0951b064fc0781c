package sectile.ir.symbol;

/// What a notify does to the signal cell.
public enum NotifyOp implements Symbol {
    ATOMIC_ADD(0, "AtomicAdd"),
    SET(1, "Set");

    private final int code;
    private final String surfaceName;

    NotifyOp(int code, String surfaceName) {
        this.code = code;
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
        return code;
    }
}
