package sectile.script.code;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.base.array.Shape;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.python.value.TupleValue;
import sectile.script.problem.Problems;
import sectile.script.problem.TextCode;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.RecvFuture;

/// What can be read of a value with a dot.
final class Attributes {
    /// Of handles and futures; nothing else has any.
    static final List<String> NAMES = List.of("shape", "dtype", "addr", "space", "nbytes", "ndim", "id", "dir");
    /// The number of a handle, which its run knows.
    static final String ID = "id";

    private Attributes() {}

    static Object of(Object owner, String name, Span at) {
        Object value = switch (owner) {
            case Handle handle -> ofHandle(handle, name);
            case RecvFuture future -> name.equals("dir") ? future.direction() : null;
            default -> null;
        };
        if (value != null) {
            return value;
        }
        List<String> known = owner instanceof Handle
                ? NAMES.subList(0, NAMES.size() - 1)
                : owner instanceof RecvFuture ? List.of("dir") : List.of();
        throw Problems.at(
                at,
                TextCode.NO_SUCH_ATTRIBUTE,
                Problems.kind(owner) + " has no attribute `" + name + "`",
                Nearest.hint(name, known));
    }

    private static @Nullable Object ofHandle(Handle handle, String name) {
        return switch (name) {
            case "shape" -> tuple(handle.shape());
            case "dtype" -> handle.dtype().text();
            case "addr" -> handle.address();
            case "space" -> handle.space().text();
            case "nbytes" -> handle.bytes();
            case "ndim" -> (long) handle.shape().rank();
            default -> null;
        };
    }

    private static TupleValue tuple(Shape shape) {
        Object[] extents = new Object[shape.rank()];
        for (int i = 0; i < extents.length; i++) {
            extents[i] = shape.dim(i);
        }
        return new TupleValue(extents);
    }
}
