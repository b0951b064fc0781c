package sectile.base.array;

/// How far an array is from the one expected. An element is wrong if `|actual - expected| > absolute +
/// relative ·
/// |expected|`; equal infinities and two NaNs are right.
///
/// @param wrong how many elements are wrong
/// @param firstWrong the row-major position of the first wrong one, or -1
/// @param largestError the largest distance of a finite pair
public record ArrayComparison(long elements, long wrong, long firstWrong, double largestError) {
    /// Compares two arrays of one shape.
    public static ArrayComparison of(NdArray actual, NdArray expected, double relative, double absolute) {
        if (!actual.shape().equals(expected.shape())) {
            throw new IllegalArgumentException(
                    "shape " + actual.shape() + " cannot be compared with shape " + expected.shape());
        }
        NdArray a = actual.contiguous();
        NdArray b = expected.contiguous();
        long wrong = 0;
        long firstWrong = -1;
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
                firstWrong = wrong == 0 ? i : firstWrong;
                wrong++;
            }
        }
        return new ArrayComparison(a.elements(), wrong, firstWrong, largest);
    }

    public boolean ok() {
        return wrong == 0;
    }
}
