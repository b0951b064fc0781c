package sectile.base.number;

import java.util.Locale;
import java.util.Set;
import sectile.base.array.Codec;
import sectile.base.array.DType;

/// Functions of three elements of one type that return that type.
public enum TernaryFunction {
    /// `a × b + c`, rounded once.
    FMA,
    /// `(a + b) + c`, each sum rounded.
    ADDC,
    /// `(a − b) − c`, each difference rounded.
    SUBC;

    /// The name programs use, like `addc`.
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The element types it is defined for.
    public Set<DType> types() {
        return TypeSet.NUMBERS.types();
    }

    public Accuracy accuracy() {
        return Accuracy.ROUNDED;
    }

    /// The result for elements of a floating-point type, rounded to the type.
    public double onFloats(DType dtype, double a, double b, double c) {
        return switch (this) {
            case FMA -> Elements.round(dtype, fma(dtype, a, b, c));
            case ADDC -> BinaryFunction.ADD.onFloats(dtype, BinaryFunction.ADD.onFloats(dtype, a, b), c);
            case SUBC -> BinaryFunction.SUB.onFloats(dtype, BinaryFunction.SUB.onFloats(dtype, a, b), c);
        };
    }

    /// The result for elements of an integer type, in its range; u64 as its bits.
    public long onIntegers(DType dtype, long a, long b, long c) {
        return Elements.wrap(
                dtype,
                switch (this) {
                    case FMA -> a * b + c;
                    case ADDC -> a + b + c;
                    case SUBC -> a - b - c;
                });
    }

    /// The bits of the result for elements that have the given bits.
    public long onBits(DType dtype, long a, long b, long c) {
        return dtype.isFloat()
                ? Codec.ofDouble(
                        dtype,
                        onFloats(dtype, Codec.toDouble(dtype, a), Codec.toDouble(dtype, b), Codec.toDouble(dtype, c)))
                : Codec.ofLong(
                        dtype,
                        onIntegers(dtype, Codec.toLong(dtype, a), Codec.toLong(dtype, b), Codec.toLong(dtype, c)));
    }

    private static double fma(DType dtype, double a, double b, double c) {
        return dtype == DType.F64 ? Math.fma(a, b, c) : RoundToOdd.fmaToOdd(a, b, c);
    }
}
