package sectile.base.number;

import java.util.Locale;
import sectile.base.array.Codec;
import sectile.base.array.DType;

/// Comparisons of two elements of one type, of every type. With NaN only `NE` holds; −0 equals +0.
public enum Comparison {
    LT,
    LE,
    GT,
    GE,
    EQ,
    NE;

    /// The name programs use, like `lt`.
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    public boolean onFloats(double a, double b) {
        return switch (this) {
            case LT -> a < b;
            case LE -> a <= b;
            case GT -> a > b;
            case GE -> a >= b;
            case EQ -> a == b;
            case NE -> a != b;
        };
    }

    /// For integers and bools; u64 as its bits.
    public boolean onIntegers(DType dtype, long a, long b) {
        int order = dtype == DType.U64 ? Long.compareUnsigned(a, b) : Long.compare(a, b);
        return switch (this) {
            case LT -> order < 0;
            case LE -> order <= 0;
            case GT -> order > 0;
            case GE -> order >= 0;
            case EQ -> order == 0;
            case NE -> order != 0;
        };
    }

    /// For elements that have the given bits.
    public boolean onBits(DType dtype, long a, long b) {
        return dtype.isFloat()
                ? onFloats(Codec.toDouble(dtype, a), Codec.toDouble(dtype, b))
                : onIntegers(dtype, Codec.toLong(dtype, a), Codec.toLong(dtype, b));
    }
}
