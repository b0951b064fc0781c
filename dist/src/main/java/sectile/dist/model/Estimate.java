package sectile.dist.model;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import sectile.base.array.NdArray;

/// A matrix in double precision, with the error that a computation in a narrower type is likely to have made.
///
/// Rounding errors are taken as independent, so that their squares add up; what is compared must be within
/// [#TOLERANCE] times the root of that sum. Worst cases, in which all errors point the same way, would
/// allow anything after a few layers.
final class Estimate {
    /// Independent errors of many roundings are practically never larger than this many times their root
    /// mean square.
    private static final double TOLERANCE = 8;

    private static final double F32 = 0x1p-24;
    /// So many rows of a product are summed up at the same time: each needs all weights, which come from memory once.
    private static final int BLOCK = 4;

    private static final double[] EXACT = {};

    private final int rows;
    private final int columns;
    private final double[] values;
    /// As long as the values, or [#EXACT].
    private final double[] variances;

    private Estimate(int rows, int columns) {
        this(rows, columns, new double[rows * columns], new double[rows * columns]);
    }

    private Estimate(int rows, int columns, double[] values, double[] variances) {
        this.rows = rows;
        this.columns = columns;
        this.values = values;
        this.variances = variances;
    }

    /// A matrix that is known exactly.
    static Estimate exact(NdArray array) {
        int rows = (int) array.shape().dim(0);
        int columns = (int) array.shape().dim(1);
        return new Estimate(rows, columns, array.toDoubles(), EXACT);
    }

    /// An element, by its number in row-major order.
    double value(int index) {
        return values[index];
    }

    private double at(int row, int column) {
        return values[row * columns + column];
    }

    private double variance(int row, int column) {
        return variance(row * columns + column);
    }

    private double variance(int index) {
        return variances.length == 0 ? 0 : variances[index];
    }

    private static double square(double x) {
        return x * x;
    }

    /// `this · weight` with an exact weight, of which as many sums as `roundings` says are rounded to the
    /// type.
    Estimate times(Estimate weight, Rounding rounding, int roundings) {
        Estimate result = new Estimate(rows, weight.columns);
        IntStream.range(0, Math.ceilDiv(rows, BLOCK)).parallel().forEach(block -> {
            int first = block * BLOCK;
            int last = Math.min(rows, first + BLOCK);
            Sums[] sums = new Sums[last - first];
            Arrays.setAll(sums, i -> new Sums(weight.columns));
            for (int k = 0; k < columns; k++) {
                for (int i = first; i < last; i++) {
                    sums[i - first].add(at(i, k), variance(i, k), weight.values, k * weight.columns);
                }
            }
            for (int i = first; i < last; i++) {
                Sums of = sums[i - first];
                for (int j = 0; j < weight.columns; j++) {
                    double size = of.squares[j] + square(of.products[j]);
                    int at = i * weight.columns + j;
                    result.values[at] = of.products[j];
                    result.variances[at] =
                            of.spread[j] + (columns * square(F32) * size + rounding.variance(size, roundings));
                }
            }
        });
        return result;
    }

    /// One row of a product while it is summed up.
    private static final class Sums {
        private final double[] products;
        private final double[] squares;
        private final double[] spread;

        Sums(int columns) {
            products = new double[columns];
            squares = new double[columns];
            spread = new double[columns];
        }

        void add(double x, double variance, double[] weights, int from) {
            for (int j = 0; j < products.length; j++) {
                double weight = weights[from + j];
                double product = x * weight;
                products[j] += product;
                squares[j] += product * product;
                spread[j] += variance * weight * weight;
            }
        }
    }

    /// Adds an exact row to every row and applies a function that is nowhere much steeper than 1.
    Estimate plusRow(Estimate row, DoubleUnaryOperator function, Rounding rounding) {
        Estimate result = new Estimate(rows, columns);
        for (int i = 0; i < values.length; i++) {
            double value = function.applyAsDouble(values[i] + row.values[i % columns]);
            result.values[i] = value;
            result.variances[i] = 1.3 * variance(i) + rounding.variance(square(value), 1);
        }
        return result;
    }

    Estimate plus(Estimate other, Rounding rounding) {
        Estimate result = new Estimate(rows, columns);
        for (int i = 0; i < values.length; i++) {
            result.values[i] = values[i] + other.values[i];
            result.variances[i] = variance(i) + other.variance(i) + rounding.variance(square(result.values[i]), 1);
        }
        return result;
    }

    /// Root-mean-square normalisation.
    Estimate normalised(Estimate gains, double epsilon, Rounding rounding) {
        Estimate result = new Estimate(rows, columns);
        for (int i = 0; i < rows; i++) {
            double sum = 0;
            double spread = 0;
            for (int j = 0; j < columns; j++) {
                sum += square(at(i, j));
                spread += square(at(i, j)) * variance(i, j);
            }
            double root = Math.sqrt(sum / columns + epsilon);
            double ofRoot = spread / square(columns * root);
            for (int j = 0; j < columns; j++) {
                int index = i * columns + j;
                double value = at(i, j) / root * gains.values[j];
                result.values[index] = value;
                result.variances[index] = square(gains.values[j] / root)
                                * (variance(i, j) + square(at(i, j) / root) * ofRoot)
                        + (columns + 16) * square(F32 * value)
                        + rounding.variance(square(value), 1);
            }
        }
        return result;
    }

    /// Attention of this as queries, head by head and sequence by sequence.
    Estimate attending(Estimate keys, Estimate values, int heads, int sequence, Rounding rounding) {
        Estimate result = new Estimate(rows, columns);
        int width = columns / heads;
        for (int head = 0; head < heads; head++) {
            int column = head * width;
            IntStream.range(0, rows)
                    .parallel()
                    .forEach(row -> attend(
                            keys, values, row, row / sequence * sequence, sequence, column, width, rounding, result));
        }
        return result;
    }

    private void attend(
            Estimate keys,
            Estimate values,
            int row,
            int first,
            int sequence,
            int column,
            int width,
            Rounding rounding,
            Estimate result) {
        double[] scores = new double[sequence];
        double[] spread = new double[sequence];
        double largest = Double.NEGATIVE_INFINITY;
        for (int other = 0; other < sequence; other++) {
            for (int d = column; d < column + width; d++) {
                double a = at(row, d);
                double b = keys.at(first + other, d);
                scores[other] += a * b / Math.sqrt(width);
                spread[other] += (square(a) * keys.variance(first + other, d)
                                + square(b) * variance(row, d)
                                + (width + 4) * square(F32 * a * b))
                        / width;
            }
            largest = Math.max(largest, scores[other]);
        }
        double sum = 0;
        for (int other = 0; other < sequence; other++) {
            scores[other] = Math.exp(scores[other] - largest);
            sum += scores[other];
        }
        double common = 0;
        for (int other = 0; other < sequence; other++) {
            scores[other] /= sum;
            common += square(scores[other]) * spread[other];
        }
        for (int d = column; d < column + width; d++) {
            double value = 0;
            double squares = 0;
            double variance = 0;
            for (int other = 0; other < sequence; other++) {
                double weight = scores[other];
                double ofWeight = square(weight) * (spread[other] + common + (sequence + 16) * square(F32))
                        + rounding.variance(square(weight), 1);
                double v = values.at(first + other, d);
                value += weight * v;
                squares += square(weight * v);
                variance += ofWeight * square(v) + square(weight) * values.variance(first + other, d);
            }
            int index = row * columns + d;
            result.values[index] = value;
            result.variances[index] =
                    variance + sequence * square(F32) * (squares + square(value)) + rounding.variance(square(value), 1);
        }
    }

    /// How far a value is from this, as a part of what is allowed: more than 1 is wrong.
    double distance(int index, double found) {
        double error = Math.abs(found - values[index]);
        double allowed = TOLERANCE * Math.sqrt(variance(index));
        if (Double.isNaN(found)) {
            return Double.POSITIVE_INFINITY;
        }
        return error == 0 ? 0 : error / allowed;
    }

    int size() {
        return values.length;
    }
}
