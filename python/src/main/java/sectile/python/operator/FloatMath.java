package sectile.python.operator;

import java.math.BigDecimal;
import java.math.BigInteger;
import sectile.python.value.Fault;
import sectile.python.value.Site;
import sectile.python.value.Values;

/// Arithmetic on floats as CPython does it.
public final class FloatMath {
    /// Integral exponents up to this are computed exactly and rounded once.
    private static final int EXACT_EXPONENT = 64;

    private FloatMath() {}

    static double divisor(double b, Site site) {
        if (b == 0) {
            throw site.fault(Fault.ZERO_DIVISION, "division by zero", "guard the division");
        }
        return b;
    }

    /// The remainder that belongs to [#floorDiv]; it has the sign of the divisor.
    static double mod(double a, double b) {
        double remainder = a % b;
        if (remainder == 0) {
            return Math.copySign(0.0, b);
        }
        return remainder < 0 != b < 0 ? remainder + b : remainder;
    }

    static double floorDiv(double a, double b) {
        double remainder = a % b;
        double quotient = (a - remainder) / b;
        if (remainder != 0 && remainder < 0 != b < 0) {
            quotient -= 1;
        }
        if (quotient == 0) {
            return Math.copySign(0.0, a / b);
        }
        // The division above may be a little off an integer.
        double floor = Math.floor(quotient);
        return quotient - floor > 0.5 ? floor + 1 : floor;
    }

    static double power(BigInteger a, BigInteger b, Site site) {
        return power(Values.toDouble(a, site), Values.toDouble(b, site), site);
    }

    public static double power(double a, double b, Site site) {
        if (a == 0 && b < 0) {
            throw site.fault(Fault.ZERO_DIVISION, "0.0 cannot be raised to a negative power");
        }
        if (a < 0 && Double.isFinite(a) && Double.isFinite(b) && b != Math.rint(b)) {
            throw site.fault(Fault.VALUE, "a negative number to a fractional power is complex");
        }
        if (a == 1) {
            return 1;
        }
        double result = isExact(a, b) ? exact(a, (int) b) : b == 0.5 && a >= 0 ? Math.sqrt(a) : general(a, b);
        if (Double.isInfinite(result) && Double.isFinite(a) && Double.isFinite(b)) {
            throw site.fault(Fault.OVERFLOW, "the power is too large for a float");
        }
        return result;
    }

    /// Java leaves the powers of -1 with an infinite exponent undefined.
    private static double general(double a, double b) {
        return a == -1 && Double.isInfinite(b) ? 1 : StrictMath.pow(a, b);
    }

    private static boolean isExact(double a, double b) {
        return b == Math.rint(b) && Math.abs(b) <= EXACT_EXPONENT && Double.isFinite(a) && a != 0;
    }

    private static double exact(double a, int exponent) {
        // a is digits times a power of two.
        int scale = Math.getExponent(a) < Double.MIN_EXPONENT ? -1074 : Math.getExponent(a) - 52;
        BigInteger digits = new BigDecimal(Math.scalb(Math.abs(a), -scale)).toBigIntegerExact();
        BigInteger power = digits.pow(Math.abs(exponent));
        long shift = (long) scale * exponent;
        BigInteger above = exponent < 0 ? BigInteger.ONE : power;
        BigInteger below = exponent < 0 ? power : BigInteger.ONE;
        double size = IntMath.ratio(
                shift > 0 ? above.shiftLeft((int) shift) : above, shift < 0 ? below.shiftLeft((int) -shift) : below);
        return a < 0 && (exponent & 1) == 1 ? -size : size;
    }
}
