package sectile.ir;

/// How a tensor's elements are ordered in global memory.
public enum TensorLayout implements Symbol {
    ND("ND"),
    DN("DN"),
    NZ("NZ");

    private final String surfaceName;

    TensorLayout(String surfaceName) {
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
        return ordinal();
    }
}
