package sectile.ir.expr;

/// An optional operand that is not given while a later one is; a program writes `None`. Not a value: it occurs only
/// among the operands of an [OpCall].
public record Absent() implements Expr {
    public static final Absent INSTANCE = new Absent();

    @Override
    public Type type() {
        return VoidType.INSTANCE;
    }

    @Override
    public Origin origin() {
        return Origin.none();
    }

    @Override
    public String toString() {
        return "None";
    }
}
