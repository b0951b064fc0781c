package sectile.base.number;

import java.util.Locale;
import java.util.Set;
import sectile.base.array.Codec;
import sectile.base.array.DType;

/// Functions of two elements of one type that return that type.
public enum BinaryFunction {
    ADD(TypeSet.NUMBERS, Accuracy.ROUNDED),
    SUB(TypeSet.NUMBERS, Accuracy.ROUNDED),
    MUL(TypeSet.NUMBERS, Accuracy.ROUNDED),
    /// The quotient; of integers truncated toward zero.
    DIV(TypeSet.NUMBERS, Accuracy.ROUNDED),
    /// The quotient rounded to an integer, toward minus infinity, as Python's `//` computes it in f64.
    FLOOR_DIV(TypeSet.NUMBERS, Accuracy.DOUBLE),
    /// The remainder that has the sign of the dividend, as C's `fmod`.
    FMOD(TypeSet.NUMBERS, Accuracy.EXACT),
    /// The remainder that has the sign of the divisor, as Python's `%`: `fmod`, plus the divisor where signs differ.
    REM(TypeSet.NUMBERS, Accuracy.ROUNDED),
    /// `a` to the power of `b`; integers wrap.
    POW(TypeSet.NUMBERS, Accuracy.DOUBLE),
    /// NaN if an operand is; −0 is less than +0.
    MAXIMUM(TypeSet.ALL, Accuracy.EXACT),
    /// NaN if an operand is; −0 is less than +0.
    MINIMUM(TypeSet.ALL, Accuracy.EXACT),
    AND(TypeSet.BITS, Accuracy.EXACT),
    OR(TypeSet.BITS, Accuracy.EXACT),
    XOR(TypeSet.BITS, Accuracy.EXACT),
    /// 0 if the distance is negative or at least the width of the type.
    SHL(TypeSet.INTEGERS, Accuracy.EXACT),
    /// Keeps the sign; distances that are negative or at least the width of the type leave only the sign.
    SHR(TypeSet.INTEGERS, Accuracy.EXACT),
    /// `e^(a − b)`, both steps in f64.
    EXPDIF(TypeSet.FLOATS, Accuracy.DOUBLE),
    /// `a` if it is greater than zero, else `a × b`.
    PRELU(TypeSet.NUMBERS, Accuracy.ROUNDED);

    private final TypeSet legal;
    private final Accuracy accuracy;

    BinaryFunction(TypeSet legal, Accuracy accuracy) {
        this.legal = legal;
        this.accuracy = accuracy;
    }

    /// The name programs use, like `maximum`.
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

    /// Whether integers divide by the second operand, which must not be zero then.
    public boolean divides() {
        return this == DIV || this == FLOOR_DIV || this == FMOD || this == REM;
    }

    /// The result for elements of a floating-point type, rounded to the type.
    public double onFloats(DType dtype, double a, double b) {
        return Elements.round(dtype, inDouble(a, b));
    }

    /// The result for elements of an integer or bool type, in its range; u64 as its bits.
    ///
    /// @throws UndefinedResultException if an integer is divided by zero or raised to a negative power
    public long onIntegers(DType dtype, long a, long b) {
        return Elements.wrap(dtype, inLong(dtype, a, b));
    }

    /// The bits of the result for elements that have the given bits.
    ///
    /// @throws UndefinedResultException if an integer is divided by zero or raised to a negative power
    public long onBits(DType dtype, long a, long b) {
        return dtype.isFloat()
                ? Codec.ofDouble(
                        dtype, Elements.canonical(inDouble(Codec.toDouble(dtype, a), Codec.toDouble(dtype, b))))
                : Codec.ofLong(dtype, inLong(dtype, Codec.toLong(dtype, a), Codec.toLong(dtype, b)));
    }

    /// The result before it is rounded to the type. One rounding of it is one rounding of the exact result for
    /// [Accuracy#ROUNDED] functions, because f64 has more than twice the digits of every narrower type.
    double inDouble(double a, double b) {
        return switch (this) {
            case ADD -> a + b;
            case SUB -> a - b;
            case MUL -> a * b;
            case DIV -> a / b;
            case FLOOR_DIV -> floorDiv(a, b);
            case FMOD -> a % b;
            case REM -> rem(a, b);
            case POW -> StrictMath.pow(a, b);
            case MAXIMUM -> Math.max(a, b);
            case MINIMUM -> Math.min(a, b);
            case EXPDIF -> StrictMath.exp(a - b);
            case PRELU -> a > 0 ? a : a * b;
            case AND, OR, XOR, SHL, SHR -> throw new IllegalArgumentException(text() + " of floating-point numbers");
        };
    }

    /// The result before it is wrapped to the type.
    long inLong(DType dtype, long a, long b) {
        boolean unsigned = dtype == DType.U64;
        return switch (this) {
            case ADD -> a + b;
            case SUB -> a - b;
            case MUL -> a * b;
            case DIV -> unsigned ? Long.divideUnsigned(a, divisor(b)) : a / divisor(b);
            case FLOOR_DIV -> unsigned ? Long.divideUnsigned(a, divisor(b)) : Math.floorDiv(a, divisor(b));
            case FMOD -> unsigned ? Long.remainderUnsigned(a, divisor(b)) : a % divisor(b);
            case REM -> unsigned ? Long.remainderUnsigned(a, divisor(b)) : Math.floorMod(a, divisor(b));
            case POW -> power(dtype, a, b);
            case MAXIMUM -> Comparison.LT.onIntegers(dtype, a, b) ? b : a;
            case MINIMUM -> Comparison.GT.onIntegers(dtype, a, b) ? b : a;
            case AND -> a & b;
            case OR -> a | b;
            case XOR -> a ^ b;
            case SHL -> isBeyond(dtype, b) ? 0 : a << b;
            case SHR -> unsigned ? (isBeyond(dtype, b) ? 0 : a >>> b) : a >> (isBeyond(dtype, b) ? 63 : b);
            case PRELU -> (unsigned ? a != 0 : a > 0) ? a : a * b;
            case EXPDIF -> throw new IllegalArgumentException("expdif of integers");
        };
    }

    private static boolean isBeyond(DType dtype, long distance) {
        return distance < 0 || distance >= dtype.bits();
    }

    private static long divisor(long b) {
        if (b == 0) {
            throw new UndefinedResultException(UndefinedResultException.Reason.DIVISION_BY_ZERO);
        }
        return b;
    }

    private static long power(DType dtype, long base, long exponent) {
        if (exponent < 0 && dtype.isSigned()) {
            throw new UndefinedResultException(UndefinedResultException.Reason.NEGATIVE_EXPONENT);
        }
        long result = 1;
        long factor = base;
        for (long rest = exponent; rest != 0; rest >>>= 1) {
            result = (rest & 1) == 1 ? result * factor : result;
            factor *= factor;
        }
        return result;
    }

    private static double rem(double a, double b) {
        double rest = a % b;
        if (rest == 0) {
            return Math.copySign(0.0, b);
        }
        return rest < 0 != b < 0 ? rest + b : rest;
    }

    /// As CPython: the dividend without the remainder is divided, which leaves an integer but for its rounding.
    private static double floorDiv(double a, double b) {
        double rest = a % b;
        double quotient = (a - rest) / b;
        if (rest != 0 && rest < 0 != b < 0) {
            quotient -= 1;
        }
        if (quotient == 0) {
            return Math.copySign(0.0, a / b);
        }
        double floor = Math.floor(quotient);
        return quotient - floor > 0.5 ? floor + 1 : floor;
    }
}
