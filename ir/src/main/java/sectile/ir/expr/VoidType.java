package sectile.ir.expr;

/// The type of a call that returns nothing. Such a call is a statement: no variable and no operand holds its result.
public record VoidType() implements Type {
    public static final VoidType INSTANCE = new VoidType();

    @Override
    public String toString() {
        return "Void";
    }
}
