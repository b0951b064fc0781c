package sectile.base.number;

import java.util.Arrays;
import sectile.base.array.DType;
import sectile.base.array.RunCodec;

/// Folding elements along an axis. Elements combine in ascending order of their index.
///
/// Result r folds the `length` elements at `(r / inner × length + k) × inner + r mod inner`, where `inner` is the
/// number of elements between neighbours along the axis.
final class Reductions {
    /// With fewer elements between neighbours than this, the axis is better moved to the end first.
    static final int SHORT_ROW = 16;

    private Reductions() {}

    /// Whether the operation wants the axis to be the last one.
    static boolean wantsAxisLast(Reduction op, int inner) {
        return inner > 1 && (inner < SHORT_ROW || op.isPosition());
    }

    static void reduce(Reduction op, Packed source, int length, int inner, Packed out) {
        int results = out.elements();
        var codec = new RunCodec(out.dtype(), results);
        if (op.isPosition()) {
            codec.write(positions(op, source, results, length), out.memory(), out.first(), results);
        } else if (source.dtype().isFloat()) {
            codec.write(foldDoubles(op, source, results, length, inner), out.memory(), out.first(), results);
        } else {
            codec.write(foldLongs(op, source, results, length, inner), out.memory(), out.first(), results);
        }
    }

    /// The softmax of each `length` neighbours, computed in f64 and rounded once.
    static void softmax(Packed source, int length, Packed out) {
        var codec = new RunCodec(source.dtype(), length);
        double[] row = new double[length];
        for (int first = 0; length > 0 && first < source.elements(); first += length) {
            codec.read(source.memory(), source.at(first), row, length);
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
            codec.write(row, out.memory(), out.at(first), length);
        }
    }

    private static double[] foldDoubles(Reduction op, Packed source, int results, int length, int inner) {
        double[] accumulator = new double[results];
        Arrays.fill(accumulator, start(op));
        double[] run = new double[Math.min(Math.max(inner, length), RunCodec.RUN)];
        var codec = new RunCodec(source.dtype(), run.length);
        if (inner == 1) {
            for (int r = 0; r < results; r++) {
                for (int k = 0; k < length; k += run.length) {
                    int count = Math.min(run.length, length - k);
                    codec.read(source.memory(), source.at(r * length + k), run, count);
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
                    codec.read(source.memory(), source.at(row * length + k * inner + i), run, count);
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
            case MAX, ARGMAX -> {
                for (int i = 0; i < n; i++) {
                    result = Math.max(result, values[i]);
                }
            }
            case MIN, ARGMIN -> {
                for (int i = 0; i < n; i++) {
                    result = Math.min(result, values[i]);
                }
            }
        }
        return result;
    }

    private static long[] foldLongs(Reduction op, Packed source, int results, int length, int inner) {
        DType dtype = source.dtype();
        BinaryFunction combine = combine(op);
        long flip = LongLoops.flip(dtype);
        long[] accumulator = new long[results];
        Arrays.fill(
                accumulator,
                switch (op) {
                    case SUM -> 0;
                    case PROD -> 1;
                    case MAX, ARGMAX -> Long.MIN_VALUE ^ flip;
                    case MIN, ARGMIN -> Long.MAX_VALUE ^ flip;
                });
        long[] run = new long[Math.min(Math.max(inner, length), RunCodec.RUN)];
        var codec = new RunCodec(dtype, run.length);
        int rowLength = inner == 1 ? length : inner;
        int rows = inner == 1 ? 1 : length;
        for (int row = 0; row < results; row += inner) {
            for (int k = 0; k < rows; k++) {
                for (int i = 0; i < rowLength; i += run.length) {
                    int count = Math.min(run.length, rowLength - i);
                    codec.read(source.memory(), source.at(row * length + k * rowLength + i), run, count);
                    for (int j = 0; j < count; j++) {
                        int r = inner == 1 ? row : row + i + j;
                        accumulator[r] = combine.inLong(dtype, accumulator[r], run[j]);
                    }
                }
            }
        }
        return accumulator;
    }

    /// The position of the extreme of each `length` neighbours.
    private static long[] positions(Reduction op, Packed source, int results, int length) {
        long[] positions = new long[results];
        var codec = new RunCodec(source.dtype(), length);
        if (source.dtype().isFloat()) {
            double[] row = new double[length];
            for (int r = 0; r < results; r++) {
                codec.read(source.memory(), source.at(r * length), row, length);
                positions[r] = position(op, row);
            }
        } else {
            long flip = LongLoops.flip(source.dtype());
            long[] row = new long[length];
            for (int r = 0; r < results; r++) {
                codec.read(source.memory(), source.at(r * length), row, length);
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
}
