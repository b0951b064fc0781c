package sectile.ir.expr;

/// The type of a value whose own check failed, so that one mistake is reported once.
public record UnknownType() implements Type {
    public static final UnknownType INSTANCE = new UnknownType();

    @Override
    public String toString() {
        return "Unknown";
    }
}
