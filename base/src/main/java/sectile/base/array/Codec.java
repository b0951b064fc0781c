package sectile.base.array;

/// What the bits of one element mean. Bits are in the low end of a `long`, the rest is zero.
///
/// The rules of conversion, everywhere in this package:
/// - to a float: rounded once, to nearest, ties to even; see [Floats] for values too large;
/// - to a float, NaN: the canonical quiet NaN of the type, without sign and payload;
/// - from a float to an integer: rounded to nearest, ties to even, then limited to the range; NaN becomes 0;
/// - from an integer to an integer: the low bits are kept, so values wrap around;
/// - to a bool: everything but zero is true, NaN too; from a bool: 0 or 1.
public final class Codec {
    private static final double TWO_63 = 0x1p63;
    private static final double TWO_64 = 0x1p64;
    private static final long EXACT_IN_DOUBLE = 1L << 53;

    private Codec() {}

    /// The value as a double; exact but for i64 and u64 beyond 2^53, which are rounded to nearest.
    public static double toDouble(DType dtype, long bits) {
        return switch (dtype) {
            case BOOL, I4, I8, I16, I32, I64, U4, U8, U16, U32 -> (double) toLong(dtype, bits);
            case U64 -> unsignedToDouble(bits);
            case F16 -> Floats.f16ToF32((short) bits);
            case BF16 -> Floats.bf16ToF32((short) bits);
            case F32 -> Float.intBitsToFloat((int) bits);
            case F64 -> Double.longBitsToDouble(bits);
            case F8E4M3 -> Floats.fp8E4m3ToF32((byte) bits);
            case F8E5M2 -> Floats.fp8E5m2ToF32((byte) bits);
            case F8E8M0 -> Floats.fp8E8m0ToF32((byte) bits);
            case F4E2M1 -> Floats.fp4E2m1ToF32((int) bits);
        };
    }

    /// The value as a long; exact for integers (a u64 beyond 2^63 appears negative), floats by the rules
    /// above.
    public static long toLong(DType dtype, long bits) {
        return switch (dtype) {
            case BOOL -> (bits & 0xff) == 0 ? 0 : 1;
            case I4, I8, I16, I32, I64 -> bits << (64 - dtype.bits()) >> (64 - dtype.bits());
            case U4, U8, U16, U32, U64 -> bits;
            case F16, BF16, F32, F64, F8E4M3, F8E5M2, F8E8M0, F4E2M1 -> toInteger(DType.I64, toDouble(dtype, bits));
        };
    }

    /// The bits of the value nearest to a double.
    public static long ofDouble(DType dtype, double value) {
        return switch (dtype) {
            case BOOL -> value == 0 ? 0 : 1;
            case I4, I8, I16, I32, I64, U4, U8, U16, U32, U64 -> mask(dtype, toInteger(dtype, value));
            case F16 -> Floats.f64ToF16(value) & 0xffffL;
            case BF16 -> Floats.f64ToBf16(value) & 0xffffL;
            case F32 -> Float.floatToIntBits((float) value) & 0xffffffffL;
            case F64 -> Double.doubleToLongBits(value);
            case F8E4M3 -> Floats.f64ToFp8E4m3(value) & 0xffL;
            case F8E5M2 -> Floats.f64ToFp8E5m2(value) & 0xffL;
            case F8E8M0 -> Floats.f64ToFp8E8m0(value) & 0xffL;
            case F4E2M1 -> Floats.f64ToFp4E2m1(value);
        };
    }

    /// The bits of an integer, which is wrapped if the type is an integer and rounded if it is a float.
    public static long ofLong(DType dtype, long value) {
        return switch (dtype) {
            case BOOL -> value == 0 ? 0 : 1;
            case I4, I8, I16, I32, I64, U4, U8, U16, U32, U64 -> mask(dtype, value);
            case F32 -> Float.floatToRawIntBits((float) value) & 0xffffffffL;
            case F64 -> Double.doubleToRawLongBits((double) value);
            case F16, BF16, F8E4M3, F8E5M2, F8E8M0, F4E2M1 -> ofDouble(dtype, toOdd(value));
        };
    }

    /// As [#ofLong], for a number of 64 bits without sign.
    public static long ofUnsignedLong(DType dtype, long value) {
        if (value >= 0 || !dtype.isFloat()) {
            return ofLong(dtype, value);
        }
        // Halved, with the lost bit kept as a reminder that something was there; then doubled, which is exact.
        double half = toOdd((value >>> 1) | (value & 1));
        return dtype == DType.F64 ? Double.doubleToRawLongBits(unsignedToDouble(value)) : ofDouble(dtype, half * 2);
    }

    /// The bits in one type of a value that has given bits in another.
    public static long convert(DType from, DType to, long bits) {
        if (from == to) {
            return bits;
        }
        if (from.isFloat()) {
            return ofDouble(to, toDouble(from, bits));
        }
        return from == DType.U64 ? ofUnsignedLong(to, bits) : ofLong(to, toLong(from, bits));
    }

    static long mask(DType dtype, long value) {
        return dtype.bits() == 64 ? value : value & ((1L << dtype.bits()) - 1);
    }

    /// A double that a narrow format, f32 included, rounds like the long itself: where bits are lost, the
    /// last one is set.
    private static double toOdd(long value) {
        if (value > -EXACT_IN_DOUBLE && value < EXACT_IN_DOUBLE) {
            return (double) value;
        }
        int lost = 11; // 64 - 53: what remains fits the significand for sure
        long kept = value >> lost;
        boolean inexact = (kept << lost) != value;
        return (double) (inexact ? kept | 1 : kept) * (1 << lost);
    }

    private static double unsignedToDouble(long bits) {
        return bits >= 0 ? (double) bits : (double) ((bits >>> 1) | (bits & 1)) * 2;
    }

    /// The integer or bool nearest to a double, ties to even, limited to the type's range; u64 as its bits.
    public static long toInteger(DType dtype, double value) {
        double whole = Math.rint(value);
        return switch (dtype) {
            case BOOL -> value == 0 ? 0 : 1;
            case U64 ->
                whole >= TWO_64
                        ? -1
                        : whole >= TWO_63 ? (long) (whole - TWO_63) ^ Long.MIN_VALUE : Math.max(0, (long) whole);
            case I4, I8, I16, I32, I64 -> {
                long limit = Long.MAX_VALUE >>> (64 - dtype.bits());
                yield Math.clamp((long) whole, -limit - 1, limit);
            }
            case U4, U8, U16, U32 -> Math.clamp((long) whole, 0, (1L << dtype.bits()) - 1);
            case F16, BF16, F32, F64, F8E4M3, F8E5M2, F8E8M0, F4E2M1 ->
                throw new IllegalArgumentException(dtype.text() + " is not an integer type");
        };
    }

    static void toIntegers(DType to, double[] values, long[] out, int n) {
        for (int i = 0; i < n; i++) {
            out[i] = toInteger(to, values[i]);
        }
    }

    /// Doubles that the floating-point type `to` rounds like the integers of type `from` themselves.
    static void toOdd(DType from, DType to, long[] values, double[] out, int n) {
        for (int i = 0; i < n; i++) {
            boolean unsigned = from == DType.U64 && values[i] < 0;
            if (to == DType.F64) {
                out[i] = unsigned ? unsignedToDouble(values[i]) : values[i];
            } else {
                out[i] = unsigned ? toOdd((values[i] >>> 1) | (values[i] & 1)) * 2 : toOdd(values[i]);
            }
        }
    }
}
