package sectile.ir.symbol;

/// Which elements of every group a mask keeps.
public enum MaskPattern implements Symbol {
    P0101(1, "P0101"),
    P1010(2, "P1010"),
    P0001(3, "P0001"),
    P0010(4, "P0010"),
    P0100(5, "P0100"),
    P1000(6, "P1000"),
    P1111(7, "P1111");

    private final int code;
    private final String surfaceName;

    MaskPattern(int code, String surfaceName) {
        this.code = code;
        this.surfaceName = surfaceName;
    }

    @Override
    public String surfaceName() {
        return surfaceName;
    }

    @Override
    public String sort() {
        return "pl.MaskPattern";
    }

    @Override
    public int code() {
        return code;
    }
}
