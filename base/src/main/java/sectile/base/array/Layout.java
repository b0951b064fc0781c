package sectile.base.array;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/// Which element of a memory is at which index: `offset + Σ index[axis] · strides[axis]`, in elements. A
/// stride may be negative or zero.
public final class Layout {
    private final Shape shape;
    private final long[] strides;
    private final long offset;
    private final boolean contiguous;

    /// Takes ownership of the array of strides: the caller must not change it.
    Layout(Shape shape, long[] strides, long offset) {
        this.shape = shape;
        this.strides = strides;
        this.offset = offset;
        this.contiguous = contiguous(shape, strides);
    }

    public static Layout rowMajor(Shape shape) {
        return new Layout(shape, shape.rowMajorStrides(), 0);
    }

    public Shape shape() {
        return shape;
    }

    long stride(int axis) {
        return strides[axis];
    }

    public long[] strides() {
        return strides.clone();
    }

    public long offset() {
        return offset;
    }

    /// Whether the elements lie side by side in row-major order.
    public boolean isContiguous() {
        return contiguous;
    }

    /// The smallest element of the memory that it reaches; 0 if it has none.
    public long first() {
        return reach(-1);
    }

    /// The element after the largest one that it reaches; 0 if it has none.
    public long end() {
        return shape.elements() == 0 ? 0 : reach(1) + 1;
    }

    private long reach(int sign) {
        if (shape.elements() == 0) {
            return 0;
        }
        long at = offset;
        for (int axis = 0; axis < strides.length; axis++) {
            if (strides[axis] * sign > 0) {
                at += (shape.dim(axis) - 1) * strides[axis];
            }
        }
        return at;
    }

    /// The same layout over a memory that begins so many elements later.
    public Layout shifted(long elements) {
        return new Layout(shape, strides, offset - elements);
    }

    int rank() {
        return strides.length;
    }

    /// The element at an index, checked.
    long element(long... index) {
        if (index.length != strides.length) {
            throw new IndexOutOfBoundsException("index " + Arrays.toString(index) + " has " + index.length
                    + " components, shape " + shape + " has rank " + strides.length);
        }
        long element = offset;
        for (int axis = 0; axis < index.length; axis++) {
            if (index[axis] < 0 || index[axis] >= shape.dim(axis)) {
                throw new IndexOutOfBoundsException("index " + Arrays.toString(index) + " lies outside shape " + shape);
            }
            element += index[axis] * strides[axis];
        }
        return element;
    }

    /// The element at a row-major position, checked.
    long elementAt(long position) {
        Objects.checkIndex(position, shape.elements());
        if (isContiguous()) {
            return offset + position;
        }
        long element = offset;
        long rest = position;
        for (int axis = strides.length - 1; axis >= 0; axis--) {
            long dim = shape.dim(axis);
            element += rest % dim * strides[axis];
            rest /= dim;
        }
        return element;
    }

    public Layout slice(int axis, long from, long to, long step) {
        checkAxis(axis);
        long dim = shape.dim(axis);
        boolean inside = step > 0 ? from >= 0 && from <= to && to <= dim : to >= -1 && to <= from && from < dim;
        if (step == 0 || !inside) {
            throw new IndexOutOfBoundsException(
                    "slice " + from + ":" + to + ":" + step + " of axis " + axis + " lies outside shape " + shape);
        }
        // The first element and the steps after it: rounding up by adding the step could overflow.
        long count = from == to ? 0 : (step > 0 ? (to - from - 1) / step : (to - from + 1) / step) + 1;
        long[] dims = shape.toArray();
        dims[axis] = count;
        long[] newStrides = strides.clone();
        // A stride that is never followed may be anything; multiplying could overflow.
        newStrides[axis] = count > 1 ? strides[axis] * step : strides[axis];
        return viewFrom(Shape.of(dims), newStrides, from * strides[axis]);
    }

    public Layout select(int axis, long index) {
        checkAxis(axis);
        Objects.checkIndex(index, shape.dim(axis));
        long[] dims = new long[rank() - 1];
        long[] newStrides = new long[rank() - 1];
        for (int i = 0, j = 0; i < rank(); i++) {
            if (i != axis) {
                dims[j] = shape.dim(i);
                newStrides[j++] = strides[i];
            }
        }
        return viewFrom(Shape.of(dims), newStrides, index * strides[axis]);
    }

    /// A view that begins further on. One without elements begins nowhere else, where there may be no memory.
    private Layout viewFrom(Shape part, long[] partStrides, long distance) {
        return new Layout(part, partStrides, part.elements() == 0 ? offset : offset + distance);
    }

    public Layout permuted(int... axes) {
        boolean[] seen = new boolean[rank()];
        boolean permutation = axes.length == rank();
        long[] dims = new long[rank()];
        long[] newStrides = new long[rank()];
        for (int i = 0; permutation && i < axes.length; i++) {
            permutation = axes[i] >= 0 && axes[i] < rank() && !seen[axes[i]];
            if (permutation) {
                seen[axes[i]] = true;
                dims[i] = shape.dim(axes[i]);
                newStrides[i] = strides[axes[i]];
            }
        }
        if (!permutation) {
            throw new IllegalArgumentException(
                    "axes " + Arrays.toString(axes) + " are not a permutation of the axes of shape " + shape);
        }
        return new Layout(Shape.of(dims), newStrides, offset);
    }

    /// The layout stretched to a larger shape: stretched axes get stride 0.
    public Optional<Layout> broadcast(Shape target) {
        int added = target.rank() - rank();
        if (added < 0) {
            return Optional.empty();
        }
        long[] newStrides = new long[target.rank()];
        for (int axis = 0; axis < rank(); axis++) {
            long dim = shape.dim(axis);
            if (dim == target.dim(axis + added)) {
                newStrides[axis + added] = strides[axis];
            } else if (dim != 1) {
                return Optional.empty();
            }
        }
        return Optional.of(new Layout(target, newStrides, offset));
    }

    /// The same elements in the same row-major order under another shape, if that needs no copy. Axes are cut
    /// into groups of equal size on both sides; inside a group the old axes must be steps of one walk, which
    /// the new axes then divide anew.
    public Optional<Layout> reshaped(Shape target) {
        if (shape.elements() == 0) {
            return Optional.of(new Layout(target, target.rowMajorStrides(), offset));
        }
        long[] newStrides = new long[target.rank()];
        int oldAxis = 0;
        int newAxis = 0;
        while (newAxis < target.rank() || oldAxis < rank()) {
            int oldEnd = Math.min(oldAxis + 1, rank());
            int newEnd = Math.min(newAxis + 1, target.rank());
            long oldSize = oldAxis < rank() ? shape.dim(oldAxis) : 1;
            long newSize = newAxis < target.rank() ? target.dim(newAxis) : 1;
            while (oldSize != newSize) {
                if (oldSize < newSize) {
                    oldSize *= shape.dim(oldEnd++);
                } else {
                    newSize *= target.dim(newEnd++);
                }
            }
            Optional<Long> step = walkStep(oldAxis, oldEnd);
            if (step.isEmpty()) {
                return Optional.empty();
            }
            long stride = step.get();
            for (int axis = newEnd - 1; axis >= newAxis; axis--) {
                newStrides[axis] = stride;
                stride *= target.dim(axis);
            }
            oldAxis = oldEnd;
            newAxis = newEnd;
        }
        return Optional.of(new Layout(target, newStrides, offset));
    }

    /// The stride of the walk over some neighbouring axes, if they form one.
    private Optional<Long> walkStep(int first, int end) {
        long step = 1;
        long expected = 0;
        boolean started = false;
        for (int axis = end - 1; axis >= first; axis--) {
            if (shape.dim(axis) == 1) {
                continue;
            }
            if (!started) {
                step = strides[axis];
                started = true;
            } else if (strides[axis] != expected) {
                return Optional.empty();
            }
            expected = strides[axis] * shape.dim(axis);
        }
        return Optional.of(step);
    }

    private void checkAxis(int axis) {
        if (axis < 0 || axis >= rank()) {
            throw new IndexOutOfBoundsException("axis " + axis + " of shape " + shape);
        }
    }

    private static boolean contiguous(Shape shape, long[] strides) {
        long expected = 1;
        for (int axis = strides.length - 1; axis >= 0; axis--) {
            long dim = shape.dim(axis);
            if (dim == 0) {
                return true;
            }
            if (dim != 1 && strides[axis] != expected) {
                return false;
            }
            expected *= dim;
        }
        return true;
    }
}
