package sectile.ir.symbol;

/// The memories a tile or tensor can lie in.
public enum MemorySpace implements Symbol {
    DDR(0, "DDR"),
    VEC(1, "Vec"),
    MAT(2, "Mat"),
    LEFT(3, "Left"),
    RIGHT(4, "Right"),
    ACC(5, "Acc"),
    BIAS(6, "Bias"),
    SCALAR(7, "Scalar");

    private final int code;
    private final String surfaceName;

    MemorySpace(int code, String surfaceName) {
        this.code = code;
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
        return code;
    }
}
