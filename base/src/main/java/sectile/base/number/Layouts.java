package sectile.base.number;

import java.util.Arrays;
import sectile.base.array.Shape;

/// Operations that move elements and never look at them.
final class Layouts {
    private Layouts() {}

    static Tile broadcastTo(Tile tile, Shape shape) {
        if (tile.shape().equals(shape)) {
            return tile;
        }
        Shape from = tile.shape();
        if (!from.broadcast(shape).filter(shape::equals).isPresent()) {
            throw Errors.shapes("broadcast", from, shape);
        }
        int[] strides = new int[shape.rank()];
        long[] own = from.rowMajorStrides();
        for (int i = 1; i <= from.rank(); i++) {
            boolean stretched = from.dim(from.rank() - i) == 1;
            strides[shape.rank() - i] = stretched ? 0 : (int) own[from.rank() - i];
        }
        return view(tile, shape, strides);
    }

    static Tile transpose(Tile tile, int... axes) {
        Shape from = tile.shape();
        int[] sorted = axes.clone();
        Arrays.sort(sorted);
        boolean permutation = axes.length == from.rank();
        for (int i = 0; permutation && i < sorted.length; i++) {
            permutation = sorted[i] == i;
        }
        if (!permutation) {
            throw Errors.layout("transpose of shape " + from + " by axes " + Arrays.toString(axes)
                    + ": expected each of 0 to " + (from.rank() - 1) + " once");
        }
        long[] own = from.rowMajorStrides();
        long[] dims = new long[axes.length];
        int[] strides = new int[axes.length];
        for (int i = 0; i < axes.length; i++) {
            dims[i] = from.dim(axes[i]);
            strides[i] = (int) own[axes[i]];
        }
        return view(tile, Shape.of(dims), strides);
    }

    /// Elements of `a` where the condition holds, of `b` elsewhere; all three have one shape.
    static Tile where(Tile condition, Tile a, Tile b) {
        byte[] choice = condition.raw();
        byte[] x = a.raw();
        byte[] result = b.raw().clone();
        int n = a.elements();
        int width = a.dtype().bits() / 8;
        for (int i = 0; i < n; ) {
            int end = i + 1;
            while (end < n && (choice[end] != 0) == (choice[i] != 0)) {
                end++;
            }
            if (choice[i] != 0 && width > 0) {
                System.arraycopy(x, i * width, result, i * width, (end - i) * width);
            } else if (choice[i] != 0) {
                for (int k = i; k < end; k++) {
                    putNibble(result, k, nibble(x, k));
                }
            }
            i = end;
        }
        return new Tile(a.dtype(), a.shape(), result);
    }

    /// Moves an axis to the end.
    static Tile axisLast(Tile tile, int axis) {
        return transpose(tile, axisLast(tile.shape().rank(), axis));
    }

    static int[] axisLast(int rank, int axis) {
        int[] order = new int[rank];
        for (int i = 0; i < rank; i++) {
            order[i] = i == rank - 1 ? axis : i < axis ? i : i + 1;
        }
        return order;
    }

    static Tile reshape(Tile tile, Shape shape) {
        if (shape.elements() != tile.elements()) {
            throw Errors.layout("reshape of " + tile.shape() + " to " + shape + ": " + tile.elements()
                    + " elements cannot become " + shape.elements());
        }
        return new Tile(tile.dtype(), shape, tile.raw());
    }

    /// The tile of `shape` whose element at an index is the given tile's at the inner product of index and strides.
    private static Tile view(Tile tile, Shape shape, int[] strides) {
        byte[] result = new byte[Tile.byteCount(tile.dtype(), shape)];
        int n = (int) shape.elements();
        if (n == 0) {
            return new Tile(tile.dtype(), shape, result);
        }
        int rank = shape.rank();
        int inner = rank == 0 ? 1 : (int) shape.dim(rank - 1);
        int innerStride = rank == 0 ? 0 : strides[rank - 1];
        int bits = tile.dtype().bits();
        int[] index = new int[rank];
        int from = 0;
        for (int to = 0; to < n; to += inner) {
            gather(bits, tile.raw(), from, innerStride, result, to, inner);
            for (int axis = rank - 2; axis >= 0; axis--) {
                from += strides[axis];
                if (++index[axis] < shape.dim(axis)) {
                    break;
                }
                from -= strides[axis] * index[axis];
                index[axis] = 0;
            }
        }
        return new Tile(tile.dtype(), shape, result);
    }

    private static void gather(int bits, byte[] source, int from, int stride, byte[] target, int to, int n) {
        if (stride == 1 && bits >= 8) {
            int width = bits / 8;
            System.arraycopy(source, from * width, target, to * width, n * width);
            return;
        }
        switch (bits) {
            case 4 -> {
                for (int i = 0; i < n; i++) {
                    putNibble(target, to + i, nibble(source, from + i * stride));
                }
            }
            case 8 -> {
                for (int i = 0; i < n; i++) {
                    target[to + i] = source[from + i * stride];
                }
            }
            case 16 -> {
                for (int i = 0; i < n; i++) {
                    Bytes.SHORT.set(target, (to + i) * 2, (short) Bytes.SHORT.get(source, (from + i * stride) * 2));
                }
            }
            case 32 -> {
                for (int i = 0; i < n; i++) {
                    Bytes.INT.set(target, (to + i) * 4, (int) Bytes.INT.get(source, (from + i * stride) * 4));
                }
            }
            case 64 -> {
                for (int i = 0; i < n; i++) {
                    Bytes.LONG.set(target, (to + i) * 8, (long) Bytes.LONG.get(source, (from + i * stride) * 8));
                }
            }
            default -> throw new IllegalStateException("no element has " + bits + " bits");
        }
    }

    static int nibble(byte[] bytes, int element) {
        return (bytes[element >> 1] >> ((element & 1) * 4)) & 15;
    }

    static void putNibble(byte[] bytes, int element, int value) {
        int shift = (element & 1) * 4;
        bytes[element >> 1] = (byte) ((bytes[element >> 1] & ~(15 << shift)) | ((value & 15) << shift));
    }
}
