package sectile.ir.expr;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What two types say together. See [Type#join].
final class TypeJoin {
    private TypeJoin() {}

    static Optional<Type> of(Type annotation, Type value) {
        if (value instanceof UnknownType) {
            return Optional.of(annotation);
        }
        if (annotation instanceof UnknownType) {
            return Optional.of(value);
        }
        return switch (annotation) {
            case ScalarType a -> value instanceof ScalarType v && a.equals(v) ? Optional.of(a) : Optional.empty();
            case TensorType a ->
                value instanceof TensorType v && fits(a, v)
                        ? Optional.of(new TensorType(
                                shape(a, v), a.dtype(), or(a.view(), v.view()), or(a.memref(), v.memref())))
                        : Optional.empty();
            case DistributedTensorType a ->
                value instanceof DistributedTensorType v
                                && fits(a, v)
                                && (a.window().isEmpty()
                                        || v.window().isEmpty()
                                        || a.window().equals(v.window()))
                        ? Optional.of(new DistributedTensorType(
                                shape(a, v),
                                a.dtype(),
                                or(a.view(), v.view()),
                                or(a.memref(), v.memref()),
                                a.window().isEmpty() ? v.window() : a.window()))
                        : Optional.empty();
            case TileType a ->
                value instanceof TileType v
                                && fits(a, v)
                                && (a.space() == null || v.space() == null || a.space() == v.space())
                        ? Optional.of(new TileType(
                                shape(a, v),
                                a.dtype(),
                                or(a.space(), v.space()),
                                or(a.memref(), v.memref()),
                                or(a.view(), v.view())))
                        : Optional.empty();
            case ArrayType a ->
                value instanceof ArrayType v && a.dtype() == v.dtype() && !Dims.differ(a.extent(), v.extent())
                        ? Optional.of(a)
                        : Optional.empty();
            case TupleType a -> value instanceof TupleType v ? tuples(a, v) : Optional.empty();
            case HandleType a -> a.equals(value) ? Optional.of(a) : Optional.empty();
            case VoidType a -> a.equals(value) ? Optional.of(a) : Optional.empty();
            case UnknownType u -> Optional.of(value);
        };
    }

    private static Optional<Type> tuples(TupleType annotation, TupleType value) {
        if (annotation.elements().size() != value.elements().size()) {
            return Optional.empty();
        }
        var merged = new ArrayList<Type>();
        for (int i = 0; i < annotation.elements().size(); i++) {
            Optional<Type> one =
                    of(annotation.elements().get(i), value.elements().get(i));
            if (one.isEmpty()) {
                return Optional.empty();
            }
            merged.add(one.get());
        }
        return Optional.of(new TupleType(merged));
    }

    private static boolean fits(Shaped a, Shaped v) {
        return a.dtype() == v.dtype() && !Dims.differ(a.shape(), v.shape());
    }

    /// The annotation's words, since they were written.
    private static List<Expr> shape(Shaped annotation, Shaped value) {
        return annotation.rank() == value.rank() ? annotation.shape() : value.shape();
    }

    private static <T> @Nullable T or(@Nullable T first, @Nullable T second) {
        return first == null ? second : first;
    }
}
