package sectile.interp.ops;

import java.util.function.Consumer;
import sectile.base.array.Shape;

/// Indices of a shape in row-major order.
final class Indices {
    private Indices() {}

    /// Calls back with every index; the array is reused.
    static void each(Shape shape, Consumer<long[]> body) {
        long[] index = new long[shape.rank()];
        long count = shape.elements();
        for (long i = 0; i < count; i++) {
            body.accept(index);
            for (int axis = index.length - 1; axis >= 0; axis--) {
                if (++index[axis] < shape.dim(axis)) {
                    break;
                }
                index[axis] = 0;
            }
        }
    }

    static boolean isInside(long[] index, long[] extents) {
        for (int i = 0; i < index.length; i++) {
            if (index[i] >= extents[i]) {
                return false;
            }
        }
        return true;
    }

    static long flat(long[] index, Shape shape) {
        long at = 0;
        for (int i = 0; i < index.length; i++) {
            at = at * shape.dim(i) + index[i];
        }
        return at;
    }
}
