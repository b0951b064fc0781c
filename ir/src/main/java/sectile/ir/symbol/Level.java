package sectile.ir.symbol;

/// The level of the machine a function or scope runs at, from one core to everything.
public enum Level implements Symbol {
    AIV(0, "AIV"),
    AIC(1, "AIC"),
    CORE_GROUP(2, "CORE_GROUP"),
    CHIP_DIE(3, "CHIP_DIE"),
    CHIP(4, "CHIP"),
    HOST(5, "HOST"),
    CLUSTER_0(6, "CLUSTER_0"),
    CLUSTER_1(7, "CLUSTER_1"),
    CLUSTER_2(8, "CLUSTER_2"),
    GLOBAL(9, "GLOBAL");

    private final int code;
    private final String surfaceName;

    Level(int code, String surfaceName) {
        this.code = code;
        this.surfaceName = surfaceName;
    }

    @Override
    public String surfaceName() {
        return surfaceName;
    }

    @Override
    public String sort() {
        return "pl.Level";
    }

    @Override
    public int code() {
        return code;
    }
}
