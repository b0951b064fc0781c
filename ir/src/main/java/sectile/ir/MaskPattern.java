package sectile.ir;

/// Which elements of every group a mask keeps.
public enum MaskPattern implements Symbol {
    P0101("P0101"),
    P1010("P1010"),
    P0001("P0001"),
    P0010("P0010"),
    P0100("P0100"),
    P1000("P1000"),
    P1111("P1111");

    private final String surfaceName;

    MaskPattern(String surfaceName) {
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
        return ordinal() + 1;
    }
}
