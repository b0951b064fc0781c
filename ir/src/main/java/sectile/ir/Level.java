package sectile.ir;

/// The level of the machine a function or scope runs at, from one core to everything.
public enum Level implements Symbol {
    AIV("AIV"),
    AIC("AIC"),
    CORE_GROUP("CORE_GROUP"),
    CHIP_DIE("CHIP_DIE"),
    CHIP("CHIP"),
    HOST("HOST"),
    CLUSTER_0("CLUSTER_0"),
    CLUSTER_1("CLUSTER_1"),
    CLUSTER_2("CLUSTER_2"),
    GLOBAL("GLOBAL");

    private final String surfaceName;

    Level(String surfaceName) {
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
        return ordinal();
    }
}
