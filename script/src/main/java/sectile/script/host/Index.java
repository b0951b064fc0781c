package sectile.script.host;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.python.value.Fault;
import sectile.python.value.Ints;
import sectile.python.value.TupleValue;
import sectile.script.code.SliceValue;
import sectile.script.problem.Place;

/// What `value[…]` asks for, axis by axis.
record Index(List<Axis> axes) {
    /// Some positions of an axis.
    ///
    /// @param single whether it is one position, which takes the axis away
    record Axis(long from, long count, long step, boolean single) {}

    static Index of(Object index, Shape shape, Place at) {
        Object[] parts = index instanceof TupleValue tuple ? tuple.copy() : new Object[] {index};
        if (parts.length > shape.rank()) {
            throw at.fault(
                    Fault.LOOKUP, parts.length + " indices for a shape of " + shape.rank() + " axes: " + shape, "");
        }
        List<Axis> axes = new ArrayList<>();
        for (int axis = 0; axis < shape.rank(); axis++) {
            long extent = shape.dim(axis);
            axes.add(axis < parts.length ? axis(parts[axis], extent, at) : new Axis(0, extent, 1, false));
        }
        return new Index(List.copyOf(axes));
    }

    private static Axis axis(Object part, long extent, Place at) {
        if (part instanceof SliceValue slice) {
            long step = slice.step() == null ? 1 : integer(slice.step(), at);
            if (step < 1) {
                throw at.fault(Fault.VALUE, "the step of a slice is at least 1 here, not " + step, "");
            }
            long from = bound(slice.lower(), 0, extent, at);
            long to = bound(slice.upper(), extent, extent, at);
            return new Axis(from, Math.max(0, Math.ceilDiv(to - from, step)), step, false);
        }
        long position = integer(part, at);
        long found = position < 0 ? position + extent : position;
        if (found < 0 || found >= extent) {
            throw at.fault(
                    Fault.LOOKUP, "index " + position + " is outside an axis of " + extent, "indices start at 0");
        }
        return new Axis(found, 1, 1, true);
    }

    private static long bound(@Nullable Object bound, long otherwise, long extent, Place at) {
        if (bound == null) {
            return otherwise;
        }
        long value = integer(bound, at);
        return Math.clamp(value < 0 ? value + extent : value, 0, extent);
    }

    private static long integer(Object value, Place at) {
        if (!Ints.isInt(value)) {
            throw at.fault(Fault.TYPE, "an index is an int or a slice, not " + at.kind(value), "");
        }
        return Ints.small(value, "the index", at);
    }

    /// Whether it is one element.
    boolean isElement() {
        return axes.stream().allMatch(Axis::single);
    }

    /// Whether no axis is taken in steps.
    boolean isBlock() {
        return axes.stream().allMatch(axis -> axis.step == 1);
    }

    boolean isEmpty() {
        return axes.stream().anyMatch(axis -> axis.count == 0);
    }

    long[] position() {
        return axes.stream().mapToLong(Axis::from).toArray();
    }

    /// That part of an array, as a view of it; single positions have no axis in it.
    NdArray view(NdArray array) {
        NdArray view = array;
        int axis = 0;
        for (Axis part : axes) {
            if (part.single) {
                view = view.select(axis, part.from);
            } else {
                long end = part.count == 0 ? part.from : part.from + (part.count - 1) * part.step + 1;
                view = view.slice(axis, part.from, end, part.step);
                axis++;
            }
        }
        return view;
    }

    /// The shape of what it asks for.
    Shape shape() {
        return Shape.of(axes.stream()
                .filter(axis -> !axis.single)
                .mapToLong(Axis::count)
                .toArray());
    }
}
