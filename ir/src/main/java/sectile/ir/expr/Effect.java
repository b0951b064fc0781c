package sectile.ir.expr;

/// What an op does with the contents of an operand.
public enum Effect {
    NONE,
    READ,
    WRITE,
    READ_WRITE;

    public boolean reads() {
        return this == READ || this == READ_WRITE;
    }

    public boolean writes() {
        return this == WRITE || this == READ_WRITE;
    }
}
