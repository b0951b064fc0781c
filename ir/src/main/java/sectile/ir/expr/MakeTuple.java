package sectile.ir.expr;

import java.util.List;

/// Several values as one; also how shapes and offsets are passed to ops.
public record MakeTuple(List<Expr> elements, Origin origin) implements Expr {
    public MakeTuple {
        elements = List.copyOf(elements);
    }

    public static MakeTuple of(List<? extends Expr> elements) {
        return new MakeTuple(List.copyOf(elements), Origin.none());
    }

    public static MakeTuple ofInts(long... values) {
        return of(java.util.Arrays.stream(values).mapToObj(ConstInt::index).toList());
    }

    @Override
    public Type type() {
        return new TupleType(elements.stream().map(Expr::type).toList());
    }

    @Override
    public String toString() {
        return elements.toString();
    }
}
