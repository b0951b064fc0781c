package sectile.script.value;

/// Whole numbers to the power of whole numbers.
final class Powers {
    private Powers() {}

    static long of(long base, long exponent) {
        long result = 1;
        long factor = base;
        for (long left = exponent; left > 0; left >>= 1) {
            if ((left & 1) == 1) {
                result = Math.multiplyExact(result, factor);
            }
            if (left > 1) {
                factor = square(factor, left);
            }
        }
        return result;
    }

    /// A square that the rest of the exponent still needs.
    private static long square(long factor, long left) {
        return left > 1 ? Math.multiplyExact(factor, factor) : factor;
    }

    /// A distance to shift by.
    static int shift(long distance) {
        if (distance < 0) {
            throw new ArithmeticException("negative shift");
        }
        return (int) Math.min(distance, 63);
    }
}
