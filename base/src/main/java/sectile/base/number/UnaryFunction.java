package sectile.base.number;

import java.util.Locale;
import java.util.Set;
import sectile.base.array.Codec;
import sectile.base.array.DType;

/// Functions of one element that return the operand's type.
public enum UnaryFunction {
    /// `−a`; integers wrap.
    NEG(TypeSet.NUMBERS, Accuracy.EXACT),
    /// `|a|`; the least integer stays what it is.
    ABS(TypeSet.NUMBERS, Accuracy.EXACT),
    /// All bits inverted; of a bool the other one.
    NOT(TypeSet.BITS, Accuracy.EXACT),
    /// `maximum(a, +0)`.
    RELU(TypeSet.NUMBERS, Accuracy.EXACT),
    /// `1 / a`.
    RECIP(TypeSet.FLOATS, Accuracy.ROUNDED),
    SQRT(TypeSet.FLOATS, Accuracy.ROUNDED),
    /// `1 / √a`, both steps in f64.
    RSQRT(TypeSet.FLOATS, Accuracy.DOUBLE),
    EXP(TypeSet.FLOATS, Accuracy.DOUBLE),
    /// The natural logarithm.
    LOG(TypeSet.FLOATS, Accuracy.DOUBLE),
    /// `1 / (1 + e^−a)`.
    SIGMOID(TypeSet.FLOATS, Accuracy.DOUBLE),
    SIN(TypeSet.FLOATS, Accuracy.DOUBLE),
    COS(TypeSet.FLOATS, Accuracy.DOUBLE);

    private final TypeSet legal;
    private final Accuracy accuracy;

    UnaryFunction(TypeSet legal, Accuracy accuracy) {
        this.legal = legal;
        this.accuracy = accuracy;
    }

    /// The name programs use, like `exp`.
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The element types it is defined for.
    public Set<DType> types() {
        return legal.types();
    }

    TypeSet legal() {
        return legal;
    }

    public Accuracy accuracy() {
        return accuracy;
    }

    /// The result for an element of a floating-point type, rounded to the type.
    public double onFloat(DType dtype, double a) {
        return Elements.round(dtype, inDouble(a));
    }

    /// The result for an element of an integer or bool type, in its range; u64 as its bits.
    public long onInteger(DType dtype, long a) {
        return Elements.wrap(dtype, inLong(dtype, a));
    }

    /// The bits of the result for the element that has the given bits.
    public long onBits(DType dtype, long bits) {
        return dtype.isFloat()
                ? Codec.ofDouble(dtype, Elements.canonical(inDouble(Codec.toDouble(dtype, bits))))
                : Codec.ofLong(dtype, inLong(dtype, Codec.toLong(dtype, bits)));
    }

    /// The result before it is rounded to the type. One rounding of it is one rounding of the exact result for
    /// [Accuracy#ROUNDED] functions, because f64 has more than twice the digits of every narrower type.
    double inDouble(double a) {
        return switch (this) {
            case NEG -> -a;
            case ABS -> Math.abs(a);
            case RELU -> Math.max(a, 0.0);
            case RECIP -> 1 / a;
            case SQRT -> Math.sqrt(a);
            case RSQRT -> 1 / Math.sqrt(a);
            case EXP -> StrictMath.exp(a);
            case LOG -> StrictMath.log(a);
            case SIGMOID -> sigmoid(a);
            case SIN -> StrictMath.sin(a);
            case COS -> StrictMath.cos(a);
            case NOT -> throw new IllegalArgumentException("not of a floating-point number");
        };
    }

    /// The result before it is wrapped to the type.
    long inLong(DType dtype, long a) {
        return switch (this) {
            case NEG -> -a;
            case ABS -> dtype.isSigned() ? Math.abs(a) : a;
            case NOT -> dtype == DType.BOOL ? a ^ 1 : ~a;
            case RELU -> dtype.isSigned() ? Math.max(a, 0) : a;
            case RECIP, SQRT, RSQRT, EXP, LOG, SIGMOID, SIN, COS ->
                throw new IllegalArgumentException(text() + " of an integer");
        };
    }

    /// The form that neither overflows nor cancels on either side.
    private static double sigmoid(double x) {
        if (x >= 0) {
            return 1 / (1 + StrictMath.exp(-x));
        }
        double e = StrictMath.exp(x);
        return e / (1 + e);
    }
}
