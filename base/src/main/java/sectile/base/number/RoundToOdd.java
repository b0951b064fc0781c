package sectile.base.number;

/// RoundToOdd to odd: the inexact result of a wide computation keeps a set last bit, so that rounding it once more, to
/// a format at least two bits narrower, gives what one rounding of the exact value would have given.
final class RoundToOdd {
    private RoundToOdd() {}

    /// The f32 next to `x` with an odd significand unless `x` is an f32 itself.
    static float toOdd(double x) {
        float near = (float) x;
        double back = near;
        if (back == x || Double.isNaN(x)) {
            return near;
        }
        int bits = Float.floatToRawIntBits(near);
        if ((bits & 1) != 0) {
            return near;
        }
        return Float.intBitsToFloat(Math.abs(x) > Math.abs(back) ? bits + 1 : bits - 1);
    }

    /// `a × b + c` rounded to odd in f64. The product must be exact in f64, as that of two f32 is.
    static double fmaToOdd(double a, double b, double c) {
        double product = a * b;
        double sum = product + c;
        // The exact error of the addition (Knuth); NaN when the sum is not finite.
        double virtual = sum - product;
        double error = (product - (sum - virtual)) + (c - virtual);
        if (error == 0 || Double.isNaN(error)) {
            return sum;
        }
        long bits = Double.doubleToRawLongBits(sum);
        if ((bits & 1) != 0) {
            return sum;
        }
        return Double.longBitsToDouble((error > 0) == (sum > 0) ? bits + 1 : bits - 1);
    }
}
