package sectile.python.operator;

import java.math.BigInteger;
import sectile.python.value.Fault;
import sectile.python.value.Ints;
import sectile.python.value.Site;
import sectile.python.value.Sizes;

/// Arithmetic on ints of any size.
public final class IntMath {
    /// Digits of a float.
    private static final int PRECISION = 53;
    /// The smallest float is two to the power of minus this.
    private static final int SMALLEST = 1074;

    private IntMath() {}

    /// Whether a float holds this int exactly.
    static boolean isExact(long number) {
        return Math.abs(number) <= 1L << PRECISION && number != Long.MIN_VALUE;
    }

    static Object checked(BigInteger number, Site site) {
        Sizes.bits(number.bitLength(), site);
        return Ints.of(number);
    }

    /// The quotient rounded down, and the remainder, which has the sign of the divisor.
    public static BigInteger[] floorDivMod(BigInteger a, BigInteger b, Site site) {
        BigInteger[] result = a.divideAndRemainder(divisor(b, site));
        return result[1].signum() != 0 && result[1].signum() != b.signum()
                ? new BigInteger[] {result[0].subtract(BigInteger.ONE), result[1].add(b)}
                : result;
    }

    private static BigInteger divisor(BigInteger b, Site site) {
        if (b.signum() == 0) {
            throw site.fault(Fault.ZERO_DIVISION, "division by zero", "guard the division");
        }
        return b;
    }

    /// `a / b`, rounded once.
    static double quotient(BigInteger a, BigInteger b, Site site) {
        double size = ratio(a.abs(), divisor(b, site).abs());
        if (Double.isInfinite(size)) {
            throw site.fault(Fault.OVERFLOW, "the quotient is too large for a float");
        }
        return a.signum() != 0 && a.signum() != b.signum() ? -size : size;
    }

    /// The float nearest to a quotient of positive ints.
    static double ratio(BigInteger a, BigInteger b) {
        // Enough digits that only the last, which represents all that follow, is not exact; fewer for tiny results.
        int shift = Math.min(PRECISION + 3 + b.bitLength() - a.bitLength(), SMALLEST + 2);
        BigInteger[] result = shifted(a, shift).divideAndRemainder(shifted(b, -shift));
        BigInteger digits = result[1].signum() == 0 ? result[0] : result[0].setBit(0);
        return shift == SMALLEST + 2
                ? roundedToFours(digits).doubleValue() * Double.MIN_VALUE
                : Math.scalb(digits.doubleValue(), -shift);
    }

    private static BigInteger shifted(BigInteger number, int by) {
        return by > 0 ? number.shiftLeft(by) : number;
    }

    /// A quarter of the number, to the nearest, ties to even.
    private static BigInteger roundedToFours(BigInteger number) {
        BigInteger quarter = number.shiftRight(2);
        int rest = number.intValue() & 3;
        boolean up = rest == 3 || (rest == 2 && quarter.testBit(0));
        return up ? quarter.add(BigInteger.ONE) : quarter;
    }

    static Object power(BigInteger a, BigInteger b, Site site) {
        if (a.abs().compareTo(BigInteger.ONE) <= 0) {
            return Ints.of(a.signum() >= 0 ? (b.signum() == 0 ? BigInteger.ONE : a) : b.testBit(0) ? a : a.negate());
        }
        Sizes.bits(b.bitLength() > 31 ? Long.MAX_VALUE : (a.abs().bitLength() - 1L) * b.intValue(), site);
        return checked(a.pow(b.intValue()), site);
    }

    static Object left(BigInteger a, BigInteger b, Site site) {
        int distance = distance(b, site);
        Sizes.bits(a.signum() == 0 ? 0 : (long) a.bitLength() + distance, site);
        return Ints.of(a.signum() == 0 ? a : a.shiftLeft(distance));
    }

    static Object right(BigInteger a, BigInteger b, Site site) {
        return Ints.of(a.shiftRight(distance(b, site)));
    }

    /// As far as any int can be shifted.
    private static int distance(BigInteger b, Site site) {
        if (b.signum() < 0) {
            throw site.fault(Fault.VALUE, "negative shift count");
        }
        return b.bitLength() > 30 ? 1 << 30 : b.intValue();
    }
}
