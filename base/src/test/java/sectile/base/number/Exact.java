package sectile.base.number;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.SplittableRandom;
import sectile.base.array.DType;
import sectile.base.array.Shape;

/// Rounding written in other ways than the product's: decimal arithmetic without limits and one HALF_EVEN at the end,
/// or scaling and `rint`.
final class Exact {
    private Exact() {}

    /// Significand bits with the hidden one, and the exponents of the smallest and largest normal numbers.
    private record Format(int precision, int minExponent, int maxExponent) {
        static Format of(DType dtype) {
            return switch (dtype) {
                case F16 -> new Format(11, -14, 15);
                case BF16 -> new Format(8, -126, 127);
                case F32 -> new Format(24, -126, 127);
                case F64 -> new Format(53, -1022, 1023);
                case BOOL, I4, I8, I16, I32, I64, U4, U8, U16, U32, U64, F8E4M3, F8E5M2, F8E8M0, F4E2M1 ->
                    throw new IllegalArgumentException(dtype.text());
            };
        }
    }

    /// The value of `dtype` nearest to `x`, as a double; zero is positive.
    static double round(BigDecimal x, DType dtype) {
        if (x.signum() == 0) {
            return 0;
        }
        Format format = Format.of(dtype);
        int exponent = Math.max(exponent(x.abs()), format.minExponent);
        BigDecimal quantum = power(exponent - format.precision + 1);
        BigDecimal steps = x.divide(quantum).setScale(0, RoundingMode.HALF_EVEN);
        BigDecimal rounded = steps.multiply(quantum);
        if (rounded.abs().compareTo(power(format.maxExponent + 1)) >= 0) {
            return x.signum() * Double.POSITIVE_INFINITY;
        }
        return steps.signum() == 0 ? Math.copySign(0, x.signum()) : rounded.doubleValue();
    }

    static double round(double x, DType dtype) {
        if (x == 0 || !Double.isFinite(x)) {
            return x;
        }
        Format format = Format.of(dtype);
        if (format.precision == 53) {
            return x;
        }
        // Scaling by powers of two is exact, and rint rounds half to even.
        int exponent = Math.max(Math.getExponent(x), format.minExponent) - format.precision + 1;
        double rounded = Math.scalb(Math.rint(Math.scalb(x, -exponent)), exponent);
        double limit = Math.scalb(1.0, format.maxExponent + 1);
        return Math.abs(rounded) >= limit ? Math.copySign(Double.POSITIVE_INFINITY, x) : rounded;
    }

    private static int exponent(BigDecimal x) {
        int guess = (int) Math.floor((x.precision() - x.scale()) * (Math.log(10) / Math.log(2)));
        while (power(guess).compareTo(x) > 0) {
            guess--;
        }
        while (power(guess + 1).compareTo(x) <= 0) {
            guess++;
        }
        return guess;
    }

    private static BigDecimal power(int exponent) {
        BigDecimal magnitude = BigDecimal.TWO.pow(Math.abs(exponent));
        return exponent >= 0 ? magnitude : BigDecimal.ONE.divide(magnitude);
    }

    /// Random bit patterns: every exponent, subnormals, infinities and NaN.
    static Tile randomBits(DType dtype, Shape shape, long seed) {
        byte[] bytes = new byte[(int) dtype.bytesFor(shape.elements())];
        new SplittableRandom(seed).nextBytes(bytes);
        if (dtype == DType.BOOL) {
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] &= 1;
            }
        }
        if (dtype.isSubByte() && shape.elements() % 2 != 0) {
            bytes[bytes.length - 1] &= 15;
        }
        return Tile.fromBytes(dtype, shape, bytes, 0);
    }

    /// Uniform in [-1, 1).
    static Tile random(DType dtype, Shape shape, long seed) {
        var random = new SplittableRandom(seed);
        double[] values = random.doubles(shape.elements(), -1, 1).toArray();
        return Tile.ofDoubles(dtype, shape, values);
    }

    /// Every bit pattern of a 16-bit type.
    static Tile all(DType dtype) {
        byte[] bytes = new byte[1 << 17];
        for (int i = 0; i < 1 << 16; i++) {
            bytes[2 * i] = (byte) i;
            bytes[2 * i + 1] = (byte) (i >> 8);
        }
        return Tile.fromBytes(dtype, Shape.of(1 << 16), bytes, 0);
    }
}
