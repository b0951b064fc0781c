package sectile.ir;

import java.util.List;

/// Several values as one; also how shapes and offsets are passed to ops.
public record MakeTuple(List<Expr> elements, Origin origin) implements Expr {
    private static final MakeTuple ABSENT = new MakeTuple(List.of(), Origin.none());

    public MakeTuple {
        elements = List.copyOf(elements);
    }

    public static MakeTuple of(List<? extends Expr> elements) {
        return new MakeTuple(List.copyOf(elements), Origin.none());
    }

    public static MakeTuple ofInts(long... values) {
        return of(java.util.Arrays.stream(values).mapToObj(ConstInt::index).toList());
    }

    /// Stands for an optional operand that is not given while a later one is; a program writes `None`.
    public static MakeTuple absent() {
        return ABSENT;
    }

    public boolean isAbsent() {
        return elements.isEmpty();
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
