package sectile.ir.expr;

/// `True` or `False`.
public record ConstBool(boolean value, Origin origin) implements Constant {
    @Override
    public Type type() {
        return ScalarType.BOOL;
    }

    @Override
    public String toString() {
        return value ? "True" : "False";
    }
}
