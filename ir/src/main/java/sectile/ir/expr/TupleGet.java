package sectile.ir.expr;

/// One element of a tuple.
public record TupleGet(Expr tuple, int index, Origin origin) implements Expr {
    public TupleGet {
        if (!(tuple.type() instanceof TupleType type)) {
            throw new IllegalArgumentException("expected a tuple, found " + tuple.type());
        }
        if (index < 0 || index >= type.elements().size()) {
            throw new IllegalArgumentException("index " + index + " is outside a tuple of "
                    + type.elements().size());
        }
    }

    @Override
    public Type type() {
        return ((TupleType) tuple.type()).elements().get(index);
    }

    @Override
    public String toString() {
        return tuple + "[" + index + "]";
    }
}
