package sectile.ir.symbol;

/// How a tensor's elements are ordered in global memory.
public enum TensorLayout implements Symbol {
    ND(0, "ND"),
    DN(1, "DN"),
    NZ(2, "NZ"),
    /// Blocks of the scales of a left operand with shared exponents.
    MX_A_ZZ(3, "MX_A_ZZ"),
    /// Blocks of the scales of a right operand with shared exponents.
    MX_B_NN(4, "MX_B_NN");

    private final int code;
    private final String surfaceName;

    TensorLayout(int code, String surfaceName) {
        this.code = code;
        this.surfaceName = surfaceName;
    }

    @Override
    public String surfaceName() {
        return surfaceName;
    }

    @Override
    public String sort() {
        return "pl.TensorLayout";
    }

    @Override
    public int code() {
        return code;
    }
}
