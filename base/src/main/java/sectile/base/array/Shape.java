package sectile.base.array;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// The extents of an array, outermost first. Immutable; the number of elements always fits a `long`.
public final class Shape {
    /// More dimensions than any program has; it keeps hostile files from costing anything.
    public static final int MAX_RANK = 64;

    private static final Shape SCALAR = new Shape(new long[0], 1);

    private final long[] dims;
    /// The length of `dims`: shapes are compared all the time, and most comparisons need not fetch the array.
    private final int rank;

    private final long elements;

    private Shape(long[] dims, long elements) {
        this.dims = dims;
        this.rank = dims.length;
        this.elements = elements;
    }

    /// A shape of the given extents; none makes a scalar.
    ///
    /// @throws IllegalArgumentException if an extent is negative, the rank exceeds [#MAX_RANK] or the product
    /// overflows
    public static Shape of(long... dims) {
        if (dims.length == 0) {
            return SCALAR;
        }
        long[] copy = dims.clone();
        return new Shape(copy, elements(copy));
    }

    /// A shape of the given extents.
    public static Shape of(List<Long> dims) {
        return of(dims.stream().mapToLong(Long::longValue).toArray());
    }

    public static Shape scalar() {
        return SCALAR;
    }

    /// Reads what [#toString()] writes: `16x8`, `5`, or `scalar`. Empty if the text is not a shape.
    public static Optional<Shape> parse(String text) {
        if (text.equals("scalar")) {
            return Optional.of(SCALAR);
        }
        String[] parts = text.split("x", -1);
        long[] dims = new long[parts.length];
        try {
            for (int i = 0; i < dims.length; i++) {
                if (!parts[i].matches("[0-9]{1,19}")) {
                    return Optional.empty();
                }
                dims[i] = Long.parseLong(parts[i]);
            }
            return Optional.of(of(dims));
        } catch (IllegalArgumentException tooLarge) {
            return Optional.empty();
        }
    }

    public int rank() {
        return rank;
    }

    public long dim(int axis) {
        return dims[axis];
    }

    public long elements() {
        return elements;
    }

    public long[] toArray() {
        return dims.clone();
    }

    public List<Long> toList() {
        return Arrays.stream(dims).boxed().toList();
    }

    /// For each axis the distance, in elements, between neighbours of a densely packed array whose last axis
    /// is contiguous.
    public long[] rowMajorStrides() {
        long[] strides = new long[dims.length];
        long step = 1;
        for (int axis = dims.length - 1; axis >= 0; axis--) {
            strides[axis] = step;
            step *= Math.max(1, dims[axis]);
        }
        return strides;
    }

    /// The position of an index in row-major order.
    public long flatten(long... index) {
        if (index.length != dims.length) {
            throw new IndexOutOfBoundsException("index " + Arrays.toString(index) + " has " + index.length
                    + " components, shape " + this + " has rank " + dims.length);
        }
        long position = 0;
        for (int axis = 0; axis < dims.length; axis++) {
            position = position * dims[axis] + Objects.checkIndex(index[axis], dims[axis]);
        }
        return position;
    }

    /// The index of a position in row-major order; the inverse of [#flatten].
    public long[] unflatten(long position) {
        Objects.checkIndex(position, elements);
        long[] index = new long[dims.length];
        long rest = position;
        for (int axis = dims.length - 1; axis >= 0; axis--) {
            index[axis] = rest % dims[axis];
            rest /= dims[axis];
        }
        return index;
    }

    /// The shape both shapes stretch to under NumPy's rule: aligned from the right, extents equal or one of
    /// them 1. Empty if they do not fit.
    public Optional<Shape> broadcast(Shape other) {
        long[] result = new long[Math.max(rank(), other.rank())];
        for (int i = 1; i <= result.length; i++) {
            long a = i <= rank() ? dims[rank() - i] : 1;
            long b = i <= other.rank() ? other.dims[other.rank() - i] : 1;
            if (a != b && a != 1 && b != 1) {
                return Optional.empty();
            }
            result[result.length - i] = a == 1 ? b : a;
        }
        return Optional.of(of(result));
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof Shape that && elements == that.elements && rank == that.rank && sameDims(that));
    }

    /// With equal numbers of elements, one dimension is as long as the other.
    private boolean sameDims(Shape that) {
        return rank == 1 || Arrays.equals(dims, that.dims);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(dims);
    }

    /// `16x8`; a shape of rank 0 is `scalar`.
    @Override
    public String toString() {
        if (dims.length == 0) {
            return "scalar";
        }
        var out = new StringBuilder();
        for (long dim : dims) {
            out.append(out.isEmpty() ? "" : "x").append(dim);
        }
        return out.toString();
    }

    private static long elements(long[] dims) {
        if (dims.length > MAX_RANK) {
            throw new IllegalArgumentException("rank " + dims.length + " exceeds " + MAX_RANK);
        }
        long product = 1;
        boolean empty = false;
        for (long dim : dims) {
            if (dim < 0) {
                throw new IllegalArgumentException("negative extent " + dim + " in shape " + Arrays.toString(dims));
            }
            empty |= dim == 0;
            // Strides skip empty axes, so the product of the others must fit as well.
            if (Math.multiplyHigh(product, Math.max(1, dim)) != 0 || product * Math.max(1, dim) < 0) {
                throw new IllegalArgumentException("shape " + Arrays.toString(dims) + " has more than 2^63 elements");
            }
            product *= Math.max(1, dim);
        }
        return empty ? 0 : product;
    }
}
