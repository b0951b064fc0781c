package sectile.sim.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.sim.Place;

/// Counts the values that were compared and those that are wrong, and keeps the first wrong ones.
public final class ValueCheck {
    /// Of more wrong values than this only the first are kept.
    public static final int KEPT = 10;

    private final List<WrongValue> first = new ArrayList<>();
    private long checked;
    private long wrong;

    /// A result in the memory of a PE.
    public record Result(String array, OptionalInt rank, Place place) {
        public Result(String array, Place place) {
            this(array, OptionalInt.empty(), place);
        }
    }

    /// Adds values that were compared, whatever the outcome.
    public void count(long values) {
        checked += values;
    }

    /// Adds one that is wrong.
    ///
    /// @param value asked for only if it is kept
    public void wrong(Supplier<WrongValue> value) {
        wrong++;
        if (first.size() < KEPT) {
            first.add(value.get());
        }
    }

    /// Adds wrong ones that are not to be kept.
    public void addWrong(long count) {
        wrong += count;
    }

    /// Compares two arrays of one type and shape; numbers are equal as numbers, so that the sign of a zero does not
    /// count.
    public void compare(Result where, NdArray found, NdArray expected) {
        checked += expected.elements();
        if (found.equals(expected)) {
            return;
        }
        boolean floating = expected.dtype().isFloat();
        for (long i = 0; i < expected.elements(); i++) {
            boolean same =
                    floating ? found.getDoubleAt(i) == expected.getDoubleAt(i) : found.bitsAt(i) == expected.bitsAt(i);
            if (!same) {
                differ(where, found, expected, i, at -> position(expected.shape(), at));
            }
        }
    }

    /// The same to the last bit.
    ///
    /// @param index of an element, by its number in the arrays
    public void compareBits(Result where, NdArray found, NdArray expected, LongFunction<List<Long>> index) {
        checked += expected.elements();
        if (found.equals(expected)) {
            return;
        }
        for (long i = 0; i < expected.elements(); i++) {
            if (found.bitsAt(i) != expected.bitsAt(i)) {
                differ(where, found, expected, i, index);
            }
        }
    }

    private void differ(Result where, NdArray found, NdArray expected, long at, LongFunction<List<Long>> index) {
        wrong(() -> new WrongValue(
                where.array, where.rank, where.place, index.apply(at), text(found, at), text(expected, at)));
    }

    /// An element as people read it.
    public static String text(NdArray array, long at) {
        return array.dtype().isFloat() ? Double.toString(array.getDoubleAt(at)) : Long.toString(array.getLongAt(at));
    }

    /// The index of an element, by its number in row-major order.
    public static List<Long> position(Shape shape, long at) {
        long[] extents = shape.toArray();
        Long[] index = new Long[extents.length];
        long rest = at;
        for (int axis = extents.length - 1; axis >= 0; axis--) {
            index[axis] = rest % extents[axis];
            rest /= extents[axis];
        }
        return List.of(index);
    }

    public long checked() {
        return checked;
    }

    public long wrong() {
        return wrong;
    }

    /// The first wrong values, in the order they were found.
    public List<WrongValue> first() {
        return List.copyOf(first);
    }
}
