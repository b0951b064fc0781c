package sectile.cli.conformance;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import sectile.base.array.DType;
import sectile.base.array.NdArray;

/// Exact results, written in other ways than the product's: decimal arithmetic without limits and one rounding.
final class Oracle {
    private static final BigDecimal TWO = BigDecimal.valueOf(2);

    private Oracle() {}

    // ---- formats

    static int fractionBits(DType dtype) {
        return switch (dtype) {
            case F16 -> 10;
            case BF16 -> 7;
            case F32 -> 23;
            case F64 -> 52;
            case F8E4M3 -> 3;
            case F8E5M2 -> 2;
            case F8E8M0 -> 0;
            case F4E2M1 -> 1;
            default -> throw new IllegalArgumentException(dtype.text());
        };
    }

    private static int exponentBits(DType dtype) {
        return dtype == DType.F8E8M0 ? 8 : dtype.bits() - 1 - fractionBits(dtype);
    }

    private static int bias(DType dtype) {
        return (1 << (exponentBits(dtype) - 1)) - 1;
    }

    /// The value of a floating-point element.
    static double decode(DType dtype, long bits) {
        if (dtype == DType.F8E8M0) {
            return bits == 0xff ? Double.NaN : Math.scalb(1.0, (int) bits - 127);
        }
        int fraction = fractionBits(dtype);
        long field = bits & ((1L << fraction) - 1);
        int exponent = (int) (bits >>> fraction) & ((1 << exponentBits(dtype)) - 1);
        double sign = ((bits >>> (dtype.bits() - 1)) & 1) == 0 ? 1 : -1;
        boolean top = exponent == (1 << exponentBits(dtype)) - 1;
        if (dtype == DType.F8E4M3 && top && field == 7) {
            return Double.NaN;
        }
        if (top && dtype != DType.F8E4M3 && dtype != DType.F4E2M1) {
            return field == 0 ? sign * Double.POSITIVE_INFINITY : Double.NaN;
        }
        double magnitude = exponent == 0
                ? Math.scalb((double) field, 1 - bias(dtype) - fraction)
                : Math.scalb((double) (field | (1L << fraction)), exponent - bias(dtype) - fraction);
        return sign * magnitude;
    }

    static BigInteger integer(DType dtype, long bits) {
        BigInteger value = BigInteger.valueOf(bits).mod(BigInteger.ONE.shiftLeft(dtype.bits()));
        return dtype.isSigned() && value.testBit(dtype.bits() - 1)
                ? value.subtract(BigInteger.ONE.shiftLeft(dtype.bits()))
                : value;
    }

    static long encode(DType dtype, double value) {
        return encode(dtype, value, "none");
    }

    /// The bits of a double rounded once to a floating-point type.
    static long encode(DType dtype, double value, String mode) {
        if (Double.isNaN(value)) {
            return nan(dtype);
        }
        if (dtype == DType.F8E8M0) {
            return powerOfTwo(value);
        }
        long sign = Double.doubleToRawLongBits(value) < 0 ? 1L << (dtype.bits() - 1) : 0;
        if (Double.isInfinite(value)) {
            return sign | overflow(dtype);
        }
        return value == 0 ? sign : encode(dtype, new BigDecimal(value), mode);
    }

    private static long nan(DType dtype) {
        return switch (dtype) {
            case F16 -> 0x7e00;
            case BF16 -> 0x7fc0;
            case F32 -> 0x7fc00000;
            case F64 -> 0x7ff8000000000000L;
            case F8E4M3 -> 0x7f;
            case F8E5M2 -> 0x7e;
            case F8E8M0 -> 0xff;
            case F4E2M1 -> 7;
            default -> throw new IllegalArgumentException(dtype.text());
        };
    }

    /// The code, without sign, of what is too large.
    private static long overflow(DType dtype) {
        return switch (dtype) {
            case F8E4M3 -> 0x7e;
            case F4E2M1 -> 7;
            default -> ((1L << exponentBits(dtype)) - 1) << fractionBits(dtype);
        };
    }

    private static long largest(DType dtype) {
        return dtype == DType.F8E4M3 || dtype == DType.F4E2M1 ? overflow(dtype) : overflow(dtype) - 1;
    }

    private static long powerOfTwo(double value) {
        if (value < 0) {
            return 0xff;
        }
        if (value <= 0x1p-127) {
            return 0;
        }
        if (value >= 0x1p127) {
            return 0xfe;
        }
        long low = (long) Math.getExponent(value) + 127;
        double middle = 1.5 * Math.scalb(1.0, (int) low - 127);
        return value < middle || (value == middle && low % 2 == 0) ? low : low + 1;
    }

    /// The bits of an exact value that is not zero.
    static long encode(DType dtype, BigDecimal exact, String mode) {
        if (dtype == DType.F8E8M0) {
            return powerOfTwo(exact.doubleValue());
        }
        long sign = exact.signum() < 0 ? 1L << (dtype.bits() - 1) : 0;
        BigDecimal magnitude = exact.abs();
        int fraction = fractionBits(dtype);
        int lowest = 1 - bias(dtype);
        int exponent = Math.max(exponent(magnitude), lowest);
        if (exponent > bias(dtype) + 1) {
            return sign | overflow(dtype);
        }
        BigDecimal limit = new BigDecimal(decode(dtype, largest(dtype)));
        // Beyond the largest value every mode rounds to nearest.
        String rounding = magnitude.compareTo(limit) > 0 ? "none" : mode;
        BigInteger steps = round(magnitude.divide(power(exponent - fraction)), rounding, sign != 0);
        long code = steps.longValueExact() + ((long) (exponent - lowest) << fraction);
        return sign | (code > largest(dtype) ? overflow(dtype) : code);
    }

    /// Rounds a magnitude to an integer.
    private static BigInteger round(BigDecimal magnitude, String mode, boolean negative) {
        RoundingMode rounding = switch (mode) {
            case "none", "rint" -> RoundingMode.HALF_EVEN;
            case "round" -> RoundingMode.HALF_UP;
            case "floor" -> negative ? RoundingMode.UP : RoundingMode.DOWN;
            case "ceil" -> negative ? RoundingMode.DOWN : RoundingMode.UP;
            case "trunc" -> RoundingMode.DOWN;
            case "odd" -> magnitude.toBigInteger().testBit(0) ? RoundingMode.DOWN : RoundingMode.UP;
            default -> throw new IllegalArgumentException(mode);
        };
        return magnitude.setScale(0, rounding).toBigIntegerExact();
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
        BigDecimal magnitude = TWO.pow(Math.abs(exponent));
        return exponent >= 0 ? magnitude : BigDecimal.ONE.divide(magnitude);
    }

    // ---- functions

    /// The bits that the elements of the result must have.
    static long[] expected(Case test, List<NdArray> operands) {
        long[] expected = new long
                [test instanceof Case.Reduce ? 1 : (int) operands.getFirst().elements()];
        Arrays.setAll(expected, i -> expected(test, operands, i));
        return expected;
    }

    private static long expected(Case test, List<NdArray> operands, int i) {
        DType dtype = test.dtype();
        long a = operands.getFirst().bitsAt(i);
        long b = operands.size() > 1 ? operands.get(1).bitsAt(i) : 0;
        return switch (test) {
            case Case.Unary u ->
                dtype.isFloat() ? encode(dtype, unary(u, decode(dtype, a))) : wrap(dtype, unary(u, integer(dtype, a)));
            case Case.Binary f ->
                dtype.isFloat()
                        ? binary(f, decode(dtype, a), decode(dtype, b))
                        : wrap(dtype, binary(f, integer(dtype, a), integer(dtype, b)));
            case Case.Ternary t -> ternary(t, a, b, operands.get(2).bitsAt(i));
            case Case.Compare c ->
                dtype.isFloat()
                        ? holds(c, decode(dtype, a), decode(dtype, b)) ? 1 : 0
                        : holds(c, integer(dtype, a).compareTo(integer(dtype, b)), 0) ? 1 : 0;
            case Case.Cast c -> cast(c, a);
            case Case.Reduce r -> reduce(r, operands.getFirst());
        };
    }

    private static long wrap(DType dtype, BigInteger value) {
        return value.mod(BigInteger.ONE.shiftLeft(dtype.bits())).longValue();
    }

    private static double unary(Case.Unary test, double a) {
        return switch (test.function()) {
            case NEG -> -a;
            case ABS -> Math.abs(a);
            case RELU -> Double.isNaN(a) || a > 0 ? a : 0;
            case RECIP -> 1 / a;
            case SQRT -> StrictMath.sqrt(a);
            case RSQRT -> 1 / StrictMath.sqrt(a);
            case EXP -> StrictMath.exp(a);
            case LOG -> StrictMath.log(a);
            case SIGMOID -> a >= 0 ? 1 / (1 + StrictMath.exp(-a)) : StrictMath.exp(a) / (1 + StrictMath.exp(a));
            case SIN -> StrictMath.sin(a);
            case COS -> StrictMath.cos(a);
            case NOT -> throw new IllegalArgumentException(test.toString());
        };
    }

    private static BigInteger unary(Case.Unary test, BigInteger a) {
        return switch (test.function()) {
            case NEG -> a.negate();
            case ABS -> a.abs();
            case RELU -> a.max(BigInteger.ZERO);
            case NOT -> test.dtype() == DType.BOOL ? BigInteger.ONE.subtract(a) : a.not();
            default -> throw new IllegalArgumentException(test.toString());
        };
    }

    private static long binary(Case.Binary test, double a, double b) {
        DType dtype = test.dtype();
        return switch (test.function()) {
            case ADD -> exact(dtype, a, b, (x, y) -> x + y, BigDecimal::add);
            case SUB -> exact(dtype, a, b, (x, y) -> x - y, BigDecimal::subtract);
            case MUL -> exact(dtype, a, b, (x, y) -> x * y, BigDecimal::multiply);
            case PRELU -> a > 0 ? encode(dtype, a) : exact(dtype, a, b, (x, y) -> x * y, BigDecimal::multiply);
            // No quotient of two 53-bit numbers comes closer to a tie than 2^-107 without being one.
            case DIV ->
                exact(dtype, a, b, (x, y) -> x / y, (x, y) -> x.divide(y, new MathContext(60, RoundingMode.HALF_EVEN)));
            case FMOD -> encode(dtype, fmod(a, b));
            case REM -> {
                double rest = fmod(a, b);
                yield rest == 0
                        ? encode(dtype, Math.copySign(0.0, b))
                        : rest < 0 != b < 0
                                ? exact(dtype, rest, b, (x, y) -> x + y, BigDecimal::add)
                                : encode(dtype, rest);
            }
            case FLOOR_DIV -> encode(dtype, floorDiv(a, b));
            case POW -> encode(dtype, StrictMath.pow(a, b));
            case EXPDIF -> encode(dtype, StrictMath.exp(a - b));
            case MAXIMUM -> encode(dtype, Math.max(a, b));
            case MINIMUM -> encode(dtype, Math.min(a, b));
            case AND, OR, XOR, SHL, SHR -> throw new IllegalArgumentException(test.toString());
        };
    }

    private interface Exactly {
        BigDecimal apply(BigDecimal a, BigDecimal b);
    }

    private static long exact(DType dtype, double a, double b, DoubleBinaryOperator plain, Exactly exactly) {
        if (!Double.isFinite(a) || !Double.isFinite(b) || b == 0) {
            return encode(dtype, plain.applyAsDouble(a, b));
        }
        BigDecimal exact = exactly.apply(new BigDecimal(a), new BigDecimal(b));
        return exact.signum() == 0 ? encode(dtype, plain.applyAsDouble(a, b)) : encode(dtype, exact, "none");
    }

    private static double fmod(double a, double b) {
        if (!Double.isFinite(a) || !Double.isFinite(b) || b == 0) {
            return a % b;
        }
        double rest = new BigDecimal(a).remainder(new BigDecimal(b)).doubleValue();
        return rest == 0 ? Math.copySign(0.0, a) : rest;
    }

    /// The exact floor where f64 can hold it, else the steps of CPython.
    private static double floorDiv(double a, double b) {
        double rest = fmod(a, b);
        if (Double.isNaN(rest) || Double.isInfinite(b)) {
            double quotient = (a - rest) / b - (rest != 0 && rest < 0 != b < 0 ? 1 : 0);
            return quotient == 0 ? Math.copySign(0.0, a / b) : Math.floor(quotient);
        }
        BigDecimal left = new BigDecimal(a).subtract(new BigDecimal(rest));
        BigInteger floor = left.divide(new BigDecimal(b), new MathContext(700))
                .setScale(0, RoundingMode.HALF_EVEN)
                .toBigInteger();
        if (rest != 0 && rest < 0 != b < 0) {
            floor = floor.subtract(BigInteger.ONE);
        }
        if (floor.signum() == 0) {
            return Math.copySign(0.0, a / b);
        }
        if (floor.bitLength() <= 53) {
            return floor.doubleValue();
        }
        double quotient = (a - rest) / b - (rest != 0 && rest < 0 != b < 0 ? 1 : 0);
        return Math.floor(quotient);
    }

    private static BigInteger binary(Case.Binary test, BigInteger a, BigInteger b) {
        int width = test.dtype().bits();
        boolean beyond = b.signum() < 0 || b.compareTo(BigInteger.valueOf(width)) >= 0;
        return switch (test.function()) {
            case ADD -> a.add(b);
            case SUB -> a.subtract(b);
            case MUL -> a.multiply(b);
            case DIV -> a.divide(b);
            case FLOOR_DIV -> {
                BigInteger[] parts = a.divideAndRemainder(b);
                boolean down = parts[1].signum() != 0 && parts[1].signum() != b.signum();
                yield down ? parts[0].subtract(BigInteger.ONE) : parts[0];
            }
            case FMOD -> a.remainder(b);
            case REM -> {
                BigInteger rest = a.remainder(b);
                yield rest.signum() != 0 && rest.signum() != b.signum() ? rest.add(b) : rest;
            }
            case POW -> a.modPow(b, BigInteger.ONE.shiftLeft(width));
            case MAXIMUM -> a.max(b);
            case MINIMUM -> a.min(b);
            case AND -> a.and(b);
            case OR -> a.or(b);
            case XOR -> a.xor(b);
            case SHL -> beyond ? BigInteger.ZERO : a.shiftLeft(b.intValue());
            case SHR -> a.shiftRight(beyond ? 64 : b.intValue());
            case PRELU -> a.signum() > 0 ? a : a.multiply(b);
            case EXPDIF -> throw new IllegalArgumentException(test.toString());
        };
    }

    private static long ternary(Case.Ternary test, long a, long b, long c) {
        DType dtype = test.dtype();
        if (!dtype.isFloat()) {
            BigInteger x = integer(dtype, a);
            BigInteger y = integer(dtype, b);
            BigInteger z = integer(dtype, c);
            return wrap(
                    dtype,
                    switch (test.function()) {
                        case FMA -> x.multiply(y).add(z);
                        case ADDC -> x.add(y).add(z);
                        case SUBC -> x.subtract(y).subtract(z);
                    });
        }
        double x = decode(dtype, a);
        double y = decode(dtype, b);
        double z = decode(dtype, c);
        return switch (test.function()) {
            case FMA -> {
                boolean finite = Double.isFinite(x) && Double.isFinite(y) && Double.isFinite(z);
                BigDecimal exact =
                        finite ? new BigDecimal(x).multiply(new BigDecimal(y)).add(new BigDecimal(z)) : BigDecimal.ZERO;
                yield exact.signum() == 0 ? encode(dtype, Math.fma(x, y, z)) : encode(dtype, exact, "none");
            }
            case ADDC -> {
                long sum = exact(dtype, x, y, (p, q) -> p + q, BigDecimal::add);
                yield exact(dtype, decode(dtype, sum), z, (p, q) -> p + q, BigDecimal::add);
            }
            case SUBC -> {
                long difference = exact(dtype, x, y, (p, q) -> p - q, BigDecimal::subtract);
                yield exact(dtype, decode(dtype, difference), z, (p, q) -> p - q, BigDecimal::subtract);
            }
        };
    }

    private static boolean holds(Case.Compare test, double a, double b) {
        return switch (test.comparison()) {
            case EQ -> a == b;
            case NE -> a != b;
            case LT -> a < b;
            case LE -> a <= b;
            case GT -> a > b;
            case GE -> a >= b;
        };
    }

    private static long cast(Case.Cast test, long bits) {
        DType from = test.dtype();
        DType to = test.result();
        if (!from.isFloat()) {
            BigInteger value = integer(from, bits);
            if (to == DType.BOOL) {
                return value.signum() == 0 ? 0 : 1;
            }
            return !to.isFloat()
                    ? wrap(to, value)
                    : value.signum() == 0 ? encode(to, 0.0) : encode(to, new BigDecimal(value), "none");
        }
        double value = decode(from, bits);
        if (to.isFloat()) {
            return encode(to, value, test.mode());
        }
        if (to == DType.BOOL) {
            return value == 0 ? 0 : 1;
        }
        BigInteger low = to.isSigned() ? BigInteger.ONE.shiftLeft(to.bits() - 1).negate() : BigInteger.ZERO;
        BigInteger high = BigInteger.ONE
                .shiftLeft(to.isSigned() ? to.bits() - 1 : to.bits())
                .subtract(BigInteger.ONE);
        if (!Double.isFinite(value)) {
            return wrap(to, Double.isNaN(value) ? BigInteger.ZERO : value > 0 ? high : low);
        }
        BigInteger magnitude = round(new BigDecimal(value).abs(), isWhole(value) ? "none" : test.mode(), value < 0);
        return wrap(to, (value < 0 ? magnitude.negate() : magnitude).max(low).min(high));
    }

    private static boolean isWhole(double value) {
        return value == Math.rint(value);
    }

    private static long reduce(Case.Reduce test, NdArray operand) {
        DType dtype = test.dtype();
        int n = (int) operand.elements();
        if (test.function().isPosition()) {
            int at = 0;
            for (int i = 1; i < n; i++) {
                at = better(test, operand.bitsAt(i), operand.bitsAt(at)) ? i : at;
            }
            return at;
        }
        if (dtype.isFloat()) {
            double result = decode(dtype, operand.bitsAt(0));
            for (int i = 1; i < n; i++) {
                double next = decode(dtype, operand.bitsAt(i));
                result = switch (test.function()) {
                    case SUM -> result + next;
                    case PROD -> result * next;
                    case MAX -> Math.max(result, next);
                    default -> Math.min(result, next);
                };
            }
            return encode(dtype, result);
        }
        BigInteger result = integer(dtype, operand.bitsAt(0));
        for (int i = 1; i < n; i++) {
            BigInteger next = integer(dtype, operand.bitsAt(i));
            result = switch (test.function()) {
                case SUM -> result.add(next);
                case PROD -> result.multiply(next);
                case MAX -> result.max(next);
                default -> result.min(next);
            };
        }
        return wrap(dtype, result);
    }

    private static boolean better(Case.Reduce test, long bits, long best) {
        DType dtype = test.dtype();
        boolean max = test.function().text().equals("argmax");
        if (!dtype.isFloat()) {
            int order = integer(dtype, bits).compareTo(integer(dtype, best));
            return max ? order > 0 : order < 0;
        }
        double a = decode(dtype, bits);
        double b = decode(dtype, best);
        if (Double.isNaN(a) || Double.isNaN(b)) {
            return !Double.isNaN(b);
        }
        int order = Double.compare(a, b);
        return max ? order > 0 : order < 0;
    }
}
