package sectile.ir.expr;

/// A symbolic extent, `pl.dynamic("M")`. It is bound by the shapes of a function's arguments and, unlike a [Var], is
/// the same wherever the same name is.
public record Dim(String name, Origin origin) implements Expr {
    public Dim {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a dynamic dimension needs a name");
        }
    }

    public static Dim of(String name) {
        return new Dim(name, Origin.none());
    }

    @Override
    public Type type() {
        return ScalarType.INDEX;
    }

    @Override
    public String toString() {
        return name;
    }
}
