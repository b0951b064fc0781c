package sectile.python.builtin;

import java.math.BigInteger;
import sectile.python.value.Fault;
import sectile.python.value.Ints;
import sectile.python.value.Site;

/// Logarithms, also of ints that no float can hold.
final class Logarithms {
    private static final double LN2 = StrictMath.log(2);

    private Logarithms() {}

    static double natural(Object value, Site site) {
        if (value instanceof BigInteger large && isTooLarge(large)) {
            int exponent = large.bitLength() - 64;
            return StrictMath.log(large.shiftRight(exponent).doubleValue()) + exponent * LN2;
        }
        return StrictMath.log(positive("log", value, site));
    }

    /// To base 2 or 10, exact for powers of the base.
    static double ofInt(Object value, int base, Site site) {
        String name = "log" + base;
        if (value instanceof BigInteger large && isTooLarge(large)) {
            return natural(large, site) / StrictMath.log(base);
        }
        double number = positive(name, value, site);
        if (base == 10) {
            return StrictMath.log10(number);
        }
        int exponent = Math.getExponent(number);
        if (exponent >= Double.MIN_EXPONENT && exponent <= Double.MAX_EXPONENT && Math.scalb(1.0, exponent) == number) {
            return exponent;
        }
        return StrictMath.log(number) / LN2;
    }

    /// Whether no float holds it.
    private static boolean isTooLarge(BigInteger number) {
        return number.doubleValue() == Double.POSITIVE_INFINITY;
    }

    private static double positive(String name, Object value, Site site) {
        double number = Ints.isInt(value) && Ints.big(value).signum() <= 0 ? 0 : MathModule.number(value, site);
        if (number <= 0) {
            throw site.fault(Fault.VALUE, "math." + name + " takes a positive number");
        }
        return number;
    }
}
