package sectile.base.array;

/// Conversions between `float`, `double` and the narrow formats. Widening is exact; narrowing rounds once, to
/// nearest with ties to even, whatever the source.
///
/// | format | too large | infinity | NaN | negative |
/// |---|---|---|---|---|
/// | f16, bf16, fp8e5m2 | infinity | kept | canonical NaN | kept |
/// | fp8e4m3 | ±448 | ±448 | NaN | kept |
/// | fp4e2m1 | ±6 | ±6 | +6 | kept |
/// | fp8e8m0 | 2^127 | 2^127 | NaN | NaN; zero and too small become 2^-127 |
///
/// Formats without infinity saturate, as tensor hardware does: one outlier must not become a NaN that
/// spreads. Sums, products, quotients and square roots of f16 or bf16 values may be computed in `float` and
/// narrowed: 24 bits are enough for that second rounding to change nothing.
public final class Floats {
    /// The largest finite fp8e4m3 value.
    public static final float FP8E4M3_MAX = 448;
    /// The largest finite fp8e5m2 value.
    public static final float FP8E5M2_MAX = 57344;
    /// The largest fp4e2m1 value.
    public static final float FP4E2M1_MAX = 6;

    private static final Format F16 = new Format(5, 10, 0x7c00, 0x7bff);
    private static final Format BF16 = new Format(8, 7, 0x7f80, 0x7f7f);
    private static final Format E5M2 = new Format(5, 2, 0x7c, 0x7b);
    private static final Format E4M3 = new Format(4, 3, 0x7e, 0x7e);
    private static final Format E2M1 = new Format(2, 1, 0x7, 0x7);

    private static final int E4M3_NAN = 0x7f;
    private static final int E5M2_NAN = 0x7e;
    private static final int E8M0_NAN = 0xff;
    private static final int E8M0_MAX = 0xfe;
    private static final int E8M0_BIAS = 127;

    private static final float[] E4M3_VALUES = e4m3Values();

    private Floats() {}

    public static float f16ToF32(short bits) {
        return Float.float16ToFloat(bits);
    }

    public static short f32ToF16(float value) {
        return Float.floatToFloat16(Float.isNaN(value) ? Float.NaN : value);
    }

    /// Rounds once; going through `float` would round twice.
    public static short f64ToF16(double value) {
        return (short) (Double.isNaN(value) ? 0x7e00 : F16.encode(value));
    }

    public static float bf16ToF32(short bits) {
        return Float.intBitsToFloat(bits << 16);
    }

    public static short f32ToBf16(float value) {
        int bits = Float.floatToIntBits(value);
        return (short) ((bits + 0x7fff + ((bits >>> 16) & 1)) >>> 16);
    }

    /// Rounds once; going through `float` would round twice.
    public static short f64ToBf16(double value) {
        return (short) (Double.isNaN(value) ? 0x7fc0 : BF16.encode(value));
    }

    public static float fp8E4m3ToF32(byte bits) {
        return E4M3_VALUES[bits & 0xff];
    }

    public static byte f64ToFp8E4m3(double value) {
        return (byte) (Double.isNaN(value) ? E4M3_NAN : E4M3.encode(value));
    }

    public static float fp8E5m2ToF32(byte bits) {
        // The upper byte of an f16.
        return Float.float16ToFloat((short) (bits << 8));
    }

    public static byte f64ToFp8E5m2(double value) {
        return (byte) (Double.isNaN(value) ? E5M2_NAN : E5M2.encode(value));
    }

    public static float fp8E8m0ToF32(byte bits) {
        int code = bits & 0xff;
        return code == E8M0_NAN ? Float.NaN : Math.scalb(1f, code - E8M0_BIAS);
    }

    /// The nearest power of two; of two equally near ones that with the even code.
    public static byte f64ToFp8E8m0(double value) {
        if (Double.isNaN(value) || value < 0) {
            return (byte) E8M0_NAN;
        }
        if (value <= 0x1p-127) {
            return 0;
        }
        if (value >= 0x1p127) {
            return (byte) E8M0_MAX;
        }
        int code = Math.getExponent(value) + E8M0_BIAS;
        double middle = Math.scalb(1.5, code - E8M0_BIAS);
        boolean up = value > middle || (value == middle && (code & 1) == 1);
        return (byte) (up ? code + 1 : code);
    }

    /// The value of the low four bits.
    public static float fp4E2m1ToF32(int nibble) {
        int exponent = (nibble >> 1) & 3;
        float magnitude = exponent == 0 ? (nibble & 1) * 0.5f : (1 + (nibble & 1) * 0.5f) * (1 << (exponent - 1));
        return (nibble & 8) == 0 ? magnitude : -magnitude;
    }

    /// The code in the low four bits.
    public static int f64ToFp4E2m1(double value) {
        return Double.isNaN(value) ? 7 : E2M1.encode(value);
    }

    private static float[] e4m3Values() {
        float[] values = new float[256];
        for (int code = 0; code < 128; code++) {
            int exponent = code >> 3;
            float fraction = (code & 7) / 8f;
            float value = exponent == 0 ? Math.scalb(fraction, -6) : Math.scalb(1 + fraction, exponent - 7);
            values[code] = code == E4M3_NAN ? Float.NaN : value;
            values[code + 128] = -values[code];
        }
        return values;
    }

    /// A format with sign, exponent and fraction. `overflow` is the code, without sign, of everything too
    /// large, `largest` that of the largest finite value.
    private record Format(int exponentBits, int fractionBits, int overflow, int largest) {
        private static final int DOUBLE_FRACTION = 52;

        int sign(double value) {
            return Double.doubleToRawLongBits(value) < 0 ? 1 << (exponentBits + fractionBits) : 0;
        }

        int encode(double value) {
            double magnitude = Math.abs(value);
            int bias = (1 << (exponentBits - 1)) - 1;
            int exponent = Math.getExponent(magnitude);
            if (exponent > Double.MAX_EXPONENT || exponent > bias + 1) {
                return sign(value) | overflow;
            }
            // Below the least normal exponent the unit in the last place stays the same.
            int lowest = 1 - bias;
            int shift = DOUBLE_FRACTION - fractionBits + Math.max(0, lowest - exponent);
            if (shift > DOUBLE_FRACTION + 1) {
                return sign(value);
            }
            long significand =
                    (Double.doubleToRawLongBits(magnitude) & ((1L << DOUBLE_FRACTION) - 1)) | (1L << DOUBLE_FRACTION);
            int code = (int) (significand >>> shift);
            if (exponent > lowest) {
                code += (exponent - lowest) << fractionBits;
            }
            long rest = significand & ((1L << shift) - 1);
            long half = 1L << (shift - 1);
            // Carries run from the fraction into the exponent, which is just what is needed.
            if (rest > half || (rest == half && (code & 1) == 1)) {
                code++;
            }
            return sign(value) | (code > largest ? overflow : code);
        }
    }
}
