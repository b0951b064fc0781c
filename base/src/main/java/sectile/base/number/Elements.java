package sectile.base.number;

import sectile.base.array.Codec;
import sectile.base.array.DType;

/// Single elements as Java numbers.
public final class Elements {
    private Elements() {}

    /// The value of a floating-point type that is nearest to `value`, ties to even; NaN is the canonical one.
    public static double round(DType dtype, double value) {
        return switch (dtype) {
            case F64 -> canonical(value);
            case F32 -> canonical((float) value);
            default -> Codec.toDouble(dtype, Codec.ofDouble(dtype, canonical(value)));
        };
    }

    /// The value of an integer or bool type that the low bits of `value` are; u64 as its bits.
    public static long wrap(DType dtype, long value) {
        return dtype.bits() == 64 ? value : Codec.toLong(dtype, Codec.ofLong(dtype, value));
    }

    /// The same value, NaN without sign and payload.
    static double canonical(double value) {
        return Double.isNaN(value) ? Double.NaN : value;
    }
}
