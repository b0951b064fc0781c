package sectile.base.number;

import java.util.Arrays;
import sectile.base.array.DType;
import sectile.base.array.Shape;

/// Folding elements along an axis. Elements combine in ascending order of their index.
final class Reductions {
    /// Fewer neighbours than this are not worth a run of their own; the axis is moved to the end instead.
    private static final int SHORT_ROW = 16;

    private Reductions() {}

    /// All elements to one, of rank 0.
    static Tile reduceAll(Reduction op, Tile tile) {
        Tile flat = Layouts.reshape(tile, Shape.of(tile.elements()));
        return reduce(op, flat, 0, false);
    }

    static Tile reduce(Reduction op, Tile tile, int axis, boolean keepAxis) {
        DType dtype = tile.dtype();
        TileTypes.computed(op.text(), dtype, op.legal());
        int at = TileTypes.axis(op.text(), axis, tile.shape());
        long[] dims = tile.shape().toArray();
        int length = (int) dims[at];
        dims[at] = 1;
        Shape kept = Shape.of(dims);
        if (!op.hasEmptyResult()) {
            TileTypes.folded(op.text(), tile.shape(), at);
        }
        int inner = (int) tile.shape().rowMajorStrides()[at];
        if (kept.elements() == 0) {
            inner = 1;
        }
        Tile source = tile;
        if (inner > 1 && (inner < SHORT_ROW || op.isPosition())) {
            source = axisLast(tile, at);
            inner = 1;
        }
        DType type = op.result(dtype);
        byte[] bytes = new byte[Tile.byteCount(type, kept)];
        int results = (int) kept.elements();
        var codec = new Codec(type, results);
        if (op.isPosition()) {
            codec.encode(positions(op, source, results, length), bytes, 0, results);
        } else if (dtype.isFloat()) {
            codec.encode(foldDoubles(op, source, results, length, inner), bytes, 0, results);
        } else {
            codec.encode(foldLongs(op, source, results, length, inner), bytes, 0, results);
        }
        Tile result = new Tile(type, kept, bytes);
        return keepAxis ? result : Layouts.reshape(result, without(tile.shape(), at));
    }

    static Tile softmax(Tile tile, int axis) {
        TileTypes.floating("softmax", tile.dtype());
        int at = TileTypes.axis("softmax", axis, tile.shape());
        int rank = tile.shape().rank();
        if (at != rank - 1) {
            int[] back = new int[rank];
            for (int i = 0; i < rank; i++) {
                back[i] = i < at ? i : i == at ? rank - 1 : i - 1;
            }
            return Layouts.transpose(softmaxRows(axisLast(tile, at)), back);
        }
        return softmaxRows(tile);
    }

    private static Tile softmaxRows(Tile tile) {
        int length = (int) tile.shape().dim(tile.shape().rank() - 1);
        byte[] bytes = new byte[tile.byteSize()];
        var codec = new Codec(tile.dtype(), length);
        double[] row = new double[length];
        for (int first = 0; length > 0 && first < tile.elements(); first += length) {
            codec.decode(tile.raw(), first, row, length);
            double max = Double.NEGATIVE_INFINITY;
            for (double x : row) {
                max = Math.max(max, x);
            }
            double sum = 0;
            for (int i = 0; i < length; i++) {
                row[i] = StrictMath.exp(row[i] - max);
                sum += row[i];
            }
            for (int i = 0; i < length; i++) {
                row[i] /= sum;
            }
            codec.encode(row, bytes, first, length);
        }
        return new Tile(tile.dtype(), tile.shape(), bytes);
    }

    /// Result r folds the `length` elements at `(r / inner × length + k) × inner + r mod inner`.
    private static double[] foldDoubles(Reduction op, Tile tile, int results, int length, int inner) {
        double[] accumulator = new double[results];
        Arrays.fill(accumulator, start(op));
        double[] run = new double[Math.min(Math.max(inner, length), Codec.RUN)];
        var codec = new Codec(tile.dtype(), run.length);
        if (inner == 1) {
            for (int r = 0; r < results; r++) {
                for (int k = 0; k < length; k += run.length) {
                    int count = Math.min(run.length, length - k);
                    codec.decode(tile.raw(), r * length + k, run, count);
                    accumulator[r] = fold(op, accumulator[r], run, count);
                }
            }
            return accumulator;
        }
        double[] part = new double[run.length];
        for (int row = 0; row < results; row += inner) {
            for (int i = 0; i < inner; i += run.length) {
                int count = Math.min(run.length, inner - i);
                System.arraycopy(accumulator, row + i, part, 0, count);
                for (int k = 0; k < length; k++) {
                    codec.decode(tile.raw(), row * length + k * inner + i, run, count);
                    DoubleLoops.apply(combine(op), part, run, part, count);
                }
                System.arraycopy(part, 0, accumulator, row + i, count);
            }
        }
        return accumulator;
    }

    private static double start(Reduction op) {
        return switch (op) {
            case SUM -> 0;
            case PROD -> 1;
            case MAX, ARGMAX -> Double.NEGATIVE_INFINITY;
            case MIN, ARGMIN -> Double.POSITIVE_INFINITY;
        };
    }

    private static double fold(Reduction op, double start, double[] values, int n) {
        double result = start;
        switch (op) {
            case SUM -> {
                for (int i = 0; i < n; i++) {
                    result += values[i];
                }
            }
            case PROD -> {
                for (int i = 0; i < n; i++) {
                    result *= values[i];
                }
            }
            case MAX -> {
                for (int i = 0; i < n; i++) {
                    result = Math.max(result, values[i]);
                }
            }
            case MIN -> {
                for (int i = 0; i < n; i++) {
                    result = Math.min(result, values[i]);
                }
            }
            case ARGMAX, ARGMIN -> throw new IllegalStateException(op + " is not a fold of values");
        }
        return result;
    }

    private static long[] foldLongs(Reduction op, Tile tile, int results, int length, int inner) {
        long flip = LongLoops.flip(tile.dtype());
        long[] accumulator = new long[results];
        Arrays.fill(
                accumulator,
                switch (op) {
                    case SUM -> 0;
                    case PROD -> 1;
                    case MAX, ARGMAX -> Long.MIN_VALUE ^ flip;
                    case MIN, ARGMIN -> Long.MAX_VALUE ^ flip;
                });
        long[] run = new long[Math.min(Math.max(inner, length), Codec.RUN)];
        var codec = new Codec(tile.dtype(), run.length);
        for (int row = 0; row < results; row += inner) {
            int rowLength = inner == 1 ? length : inner;
            int rows = inner == 1 ? 1 : length;
            for (int k = 0; k < rows; k++) {
                for (int i = 0; i < rowLength; i += run.length) {
                    int count = Math.min(run.length, rowLength - i);
                    codec.decode(tile.raw(), row * length + k * rowLength + i, run, count);
                    for (int j = 0; j < count; j++) {
                        int r = inner == 1 ? row : row + i + j;
                        accumulator[r] = fold(op, accumulator[r], run[j], flip);
                    }
                }
            }
        }
        return accumulator;
    }

    private static long fold(Reduction op, long a, long b, long flip) {
        return switch (op) {
            case SUM -> a + b;
            case PROD -> a * b;
            case MAX, ARGMAX -> Math.max(a ^ flip, b ^ flip) ^ flip;
            case MIN, ARGMIN -> Math.min(a ^ flip, b ^ flip) ^ flip;
        };
    }

    /// The position of the extreme of each `length` neighbours.
    private static long[] positions(Reduction op, Tile tile, int results, int length) {
        long[] positions = new long[results];
        if (tile.dtype().isFloat()) {
            double[] row = new double[length];
            var codec = new Codec(tile.dtype(), length);
            for (int r = 0; r < results; r++) {
                codec.decode(tile.raw(), r * length, row, length);
                positions[r] = position(op, row);
            }
        } else {
            long flip = LongLoops.flip(tile.dtype());
            long[] row = new long[length];
            var codec = new Codec(tile.dtype(), length);
            for (int r = 0; r < results; r++) {
                codec.decode(tile.raw(), r * length, row, length);
                positions[r] = position(op, row, flip);
            }
        }
        return positions;
    }

    private static int position(Reduction op, double[] row) {
        int at = 0;
        for (int i = 1; i < row.length && !Double.isNaN(row[at]); i++) {
            int order = Double.compare(row[i], row[at]);
            if (Double.isNaN(row[i]) || (op == Reduction.ARGMAX ? order > 0 : order < 0)) {
                at = i;
            }
        }
        return at;
    }

    private static int position(Reduction op, long[] row, long flip) {
        int at = 0;
        for (int i = 1; i < row.length; i++) {
            int order = Long.compare(row[i] ^ flip, row[at] ^ flip);
            if (op == Reduction.ARGMAX ? order > 0 : order < 0) {
                at = i;
            }
        }
        return at;
    }

    private static BinaryFunction combine(Reduction op) {
        return switch (op) {
            case SUM -> BinaryFunction.ADD;
            case PROD -> BinaryFunction.MUL;
            case MAX, ARGMAX -> BinaryFunction.MAXIMUM;
            case MIN, ARGMIN -> BinaryFunction.MINIMUM;
        };
    }

    private static Tile axisLast(Tile tile, int axis) {
        int rank = tile.shape().rank();
        int[] order = new int[rank];
        for (int i = 0; i < rank; i++) {
            order[i] = i == rank - 1 ? axis : i < axis ? i : i + 1;
        }
        return Layouts.transpose(tile, order);
    }

    private static Shape without(Shape shape, int axis) {
        long[] dims = shape.toArray();
        long[] rest = new long[dims.length - 1];
        System.arraycopy(dims, 0, rest, 0, axis);
        System.arraycopy(dims, axis + 1, rest, axis, rest.length - axis);
        return Shape.of(rest);
    }
}
