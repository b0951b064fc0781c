package sectile.base.array;

import java.util.ArrayList;
import java.util.List;

/// How far an array is from the one expected. An element is wrong if `|actual - expected| > absolute +
/// relative · |expected|`; equal infinities and two NaNs are right.
///
/// @param wrong how many elements are wrong
/// @param firstWrong the row-major positions of the first wrong ones, at most [#KEPT]
/// @param largestError the largest distance of a finite pair
public record ArrayComparison(long elements, long wrong, List<Long> firstWrong, double largestError) {
    /// Of more wrong elements than this only the first are named.
    public static final int KEPT = 10;

    public ArrayComparison {
        firstWrong = List.copyOf(firstWrong);
    }

    /// Compares two arrays of one shape.
    public static ArrayComparison of(NdArray actual, NdArray expected, double relative, double absolute) {
        if (!actual.shape().equals(expected.shape())) {
            throw new IllegalArgumentException(
                    "shape " + actual.shape() + " cannot be compared with shape " + expected.shape());
        }
        NdArray a = actual.contiguous();
        NdArray b = expected.contiguous();
        long wrong = 0;
        List<Long> firstWrong = new ArrayList<>();
        double largest = 0;
        boolean integers = !a.dtype().isFloat() && !b.dtype().isFloat() && a.dtype() == b.dtype();
        for (long i = 0; i < a.elements(); i++) {
            if (integers && a.bitsAt(i) == b.bitsAt(i)) {
                continue;
            }
            double x = a.getDoubleAt(i);
            double y = b.getDoubleAt(i);
            double error = Math.abs(x - y);
            boolean same = (x == y && !integers) || (Double.isNaN(x) && Double.isNaN(y));
            if (same) {
                continue;
            }
            if (error > largest && error < Double.POSITIVE_INFINITY) {
                largest = error;
            }
            // Written so that a NaN or infinity on one side only is wrong.
            if (!(error <= absolute + relative * Math.abs(y)) || Double.isInfinite(y) || (integers && error == 0)) {
                if (wrong < KEPT) {
                    firstWrong.add(i);
                }
                wrong++;
            }
        }
        return new ArrayComparison(a.elements(), wrong, firstWrong, largest);
    }

    public boolean ok() {
        return wrong == 0;
    }
}
