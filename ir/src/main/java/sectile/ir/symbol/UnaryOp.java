package sectile.ir.symbol;

/// Scalar operators of one operand.
public enum UnaryOp {
    NEG("-"),
    NOT("not "),
    BIT_NOT("~");

    private final String symbol;

    UnaryOp(String symbol) {
        this.symbol = symbol;
    }

    public String symbol() {
        return symbol;
    }
}
