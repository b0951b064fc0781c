package sectile.base.observe;

import java.util.Arrays;
import java.util.BitSet;
import sectile.base.array.NdArray;

/// The bytes of a memory that a view covers: `start + Σ index · stride`, `width` bytes each. Axes of extent 1
/// are left out, strides are positive and sorted, the largest first.
public final class Region {
    /// Up to this many bytes an overlap that no rule decides is looked up byte by byte; beyond, it is assumed.
    private static final long LOOK_UP = 1L << 22;

    private final Storage memory;
    private final long start;
    private final long end;
    private final long[] extents;
    private final long[] strides;
    private final long width;

    private Region(Storage memory, long start, long[] extents, long[] strides, long width) {
        this.memory = memory;
        this.start = start;
        this.extents = extents;
        this.strides = strides;
        this.width = width;
        long last = start;
        for (int i = 0; i < extents.length; i++) {
            last += (extents[i] - 1) * strides[i];
        }
        this.end = last + width;
    }

    /// Bytes side by side.
    public static Region bytes(Storage memory, long start, long count) {
        return new Region(memory, start, new long[0], new long[0], count);
    }

    /// Rows of a rectangle.
    ///
    /// @param stride from the beginning of one row to that of the next; larger than a row
    public static Region rows(Storage memory, long start, long rows, long stride, long rowBytes) {
        return rows == 1 || rowBytes == stride
                ? bytes(memory, start, rows * rowBytes)
                : new Region(memory, start, new long[] {rows}, new long[] {stride}, rowBytes);
    }

    public static Region of(Storage memory, NdArray view) {
        int bits = view.dtype().bits();
        if (view.elements() == 0) {
            return new Region(memory, 0, new long[0], new long[0], 0);
        }
        long[] steps = view.strides();
        long[] dims = view.shape().toArray();
        long start = view.offset();
        int rank = 0;
        for (int i = 0; i < dims.length; i++) {
            if (dims[i] > 1 && steps[i] != 0) {
                if (steps[i] < 0) {
                    start += (dims[i] - 1) * steps[i];
                }
                dims[rank] = dims[i];
                steps[rank++] = Math.abs(steps[i]);
            }
        }
        sort(dims, steps, rank);
        if (bits < 8) {
            long last = start;
            for (int i = 0; i < rank; i++) {
                last += (dims[i] - 1) * steps[i];
            }
            long from = start * bits / 8;
            return new Region(memory, from, new long[0], new long[0], (last * bits) / 8 + 1 - from);
        }
        int bytes = bits / 8;
        // Axes that lie side by side are one.
        long run = bytes;
        while (rank > 0 && steps[rank - 1] * bytes == run) {
            run *= dims[--rank];
        }
        long[] extents = Arrays.copyOf(dims, rank);
        long[] strides = Arrays.copyOf(steps, rank);
        for (int i = 0; i < rank; i++) {
            strides[i] *= bytes;
        }
        return new Region(memory, start * bytes, extents, strides, run);
    }

    private static void sort(long[] dims, long[] steps, int rank) {
        for (int i = 1; i < rank; i++) {
            for (int j = i; j > 0 && steps[j] > steps[j - 1]; j--) {
                long step = steps[j];
                steps[j] = steps[j - 1];
                steps[j - 1] = step;
                long dim = dims[j];
                dims[j] = dims[j - 1];
                dims[j - 1] = dim;
            }
        }
    }

    public Storage memory() {
        return memory;
    }

    /// The first byte.
    public long start() {
        return start;
    }

    /// Behind the last byte.
    public long end() {
        return end;
    }

    /// Every contiguous run of bytes, in ascending order of indices.
    public void runs(Run each) {
        if (!isEmpty()) {
            runs(0, start, each);
        }
    }

    /// Hears of contiguous bytes.
    public interface Run {
        void bytes(long start, long count);
    }

    private void runs(int axis, long at, Run each) {
        if (axis == extents.length) {
            each.bytes(at, width);
            return;
        }
        for (long i = 0; i < extents[axis]; i++) {
            runs(axis + 1, at + i * strides[axis], each);
        }
    }

    public boolean isEmpty() {
        return width == 0;
    }

    /// Whether every byte of another region is certainly in this one.
    public boolean covers(Region other) {
        if (memory != other.memory) {
            return false;
        }
        if (extents.length == 0) {
            return start <= other.start && other.end <= end;
        }
        return start == other.start
                && width == other.width
                && Arrays.equals(extents, other.extents)
                && Arrays.equals(strides, other.strides);
    }

    public boolean overlaps(Region other) {
        return memory == other.memory && meets(other);
    }

    /// Whether two regions of the same memory, or of the same memory in two runs, have a byte in common.
    public boolean meets(Region other) {
        if (isEmpty() || other.isEmpty() || end <= other.start || other.end <= start) {
            return false;
        }
        if (extents.length == 0 && other.extents.length == 0) {
            return true;
        }
        if (Arrays.equals(strides, other.strides)) {
            long[] mine = digits();
            long[] theirs = other.digits();
            if (mine.length > 0 && theirs.length > 0) {
                return sameGrid(mine, other, theirs);
            }
        }
        return end - start > LOOK_UP || other.end - other.start > LOOK_UP || byteByByte(other);
    }

    /// The start as an index into a grid of these strides, and the bytes into a cell; empty when the region
    /// does not fit one row of the grid.
    private long[] digits() {
        long[] digits = new long[strides.length + 1];
        long rest = start;
        for (int i = 0; i < strides.length; i++) {
            digits[i] = rest / strides[i];
            rest %= strides[i];
            if (i > 0 && (strides[i - 1] % strides[i] != 0 || digits[i] + extents[i] > strides[i - 1] / strides[i])) {
                return new long[0];
            }
        }
        digits[strides.length] = rest;
        return rest + width > strides[strides.length - 1] ? new long[0] : digits;
    }

    private boolean sameGrid(long[] mine, Region other, long[] theirs) {
        for (int i = 0; i < strides.length; i++) {
            if (mine[i] + extents[i] <= theirs[i] || theirs[i] + other.extents[i] <= mine[i]) {
                return false;
            }
        }
        int last = strides.length;
        return mine[last] + width > theirs[last] && theirs[last] + other.width > mine[last];
    }

    private boolean byteByByte(Region other) {
        long from = Math.min(start, other.start);
        var mine = new BitSet();
        mark(mine, 0, start - from);
        var theirs = new BitSet();
        other.mark(theirs, 0, other.start - from);
        return mine.intersects(theirs);
    }

    private void mark(BitSet bytes, int axis, long at) {
        if (axis == extents.length) {
            bytes.set(Math.toIntExact(at), Math.toIntExact(at + width));
            return;
        }
        for (long i = 0; i < extents[axis]; i++) {
            mark(bytes, axis + 1, at + i * strides[axis]);
        }
    }

    @Override
    public String toString() {
        if (isEmpty()) {
            return "no bytes of " + memory;
        }
        // As races name them: both are touched.
        return memory + " bytes " + start + " to " + (end - 1);
    }
}
