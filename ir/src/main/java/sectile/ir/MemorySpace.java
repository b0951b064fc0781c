package sectile.ir;

/// The memories a tile or tensor can lie in.
public enum MemorySpace implements Symbol {
    DDR("DDR"),
    VEC("Vec"),
    MAT("Mat"),
    LEFT("Left"),
    RIGHT("Right"),
    ACC("Acc"),
    BIAS("Bias"),
    SCALAR("Scalar");

    private final String surfaceName;

    MemorySpace(String surfaceName) {
        this.surfaceName = surfaceName;
    }

    @Override
    public String surfaceName() {
        return surfaceName;
    }

    @Override
    public String sort() {
        return "pl.Mem";
    }

    @Override
    public int code() {
        return ordinal();
    }
}
