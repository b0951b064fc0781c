package sectile.runtime.device;

import java.util.Arrays;
import java.util.List;

/// A sample in a few numbers that one slow measurement does not change.
///
/// @param values in the order in which they were measured
/// @param mad the median of the distances from the median
/// @param low with `high` the interval that holds the true median with probability `confidence`, whatever the
///         distribution
/// @param confidence at least 0.95 for six or more values; fewer cannot say as much
public record Statistics(
        List<Double> values, double median, double mad, double min, double low, double high, double confidence) {
    private static final double WANTED = 0.95;

    public Statistics {
        values = List.copyOf(values);
    }

    public static Statistics of(List<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("no values");
        }
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        double median = middle(sorted);
        double[] distances =
                Arrays.stream(sorted).map(v -> Math.abs(v - median)).sorted().toArray();
        // The k-th smallest and the k-th largest value: both sides of the median with a probability that is a sum of
        // binomial coefficients. The narrowest such interval that is sure enough.
        int n = sorted.length;
        int k = 0;
        double outside = Math.pow(0.5, n);
        double confidence = 1 - 2 * outside;
        double term = outside;
        while (2 * (k + 1) < n) {
            term *= (double) (n - k) / (k + 1);
            double next = 1 - 2 * (outside + term);
            if (next < WANTED) {
                break;
            }
            outside += term;
            confidence = next;
            k++;
        }
        return new Statistics(
                values, median, middle(distances), sorted[0], sorted[k], sorted[n - 1 - k], Math.max(0, confidence));
    }

    private static double middle(double[] sorted) {
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
