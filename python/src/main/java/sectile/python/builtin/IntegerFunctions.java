package sectile.python.builtin;

import java.math.BigInteger;
import sectile.python.value.Fault;
import sectile.python.value.Ints;
import sectile.python.value.Site;
import sectile.python.value.Sizes;

/// The functions of `math` on ints.
final class IntegerFunctions {
    /// More factors than any result may have.
    private static final int MOST_FACTORS = 1 << 14;

    private IntegerFunctions() {}

    static Object gcd(Object[] a, Site site) {
        BigInteger result = BigInteger.ZERO;
        for (Object value : a) {
            result = result.gcd(MathModule.whole(value, "math.gcd", site));
        }
        return Ints.of(result);
    }

    static Object lcm(Object[] a, Site site) {
        BigInteger result = BigInteger.ONE;
        for (Object value : a) {
            BigInteger next = MathModule.whole(value, "math.lcm", site).abs();
            result = next.signum() == 0 || result.signum() == 0
                    ? BigInteger.ZERO
                    : result.divide(result.gcd(next)).multiply(next);
            Sizes.bits(result.bitLength(), site);
        }
        return Ints.of(result);
    }

    static Object isqrt(Object value, Site site) {
        return Ints.of(natural(value, "math.isqrt", site).sqrt());
    }

    static Object factorial(Object value, Site site) {
        BigInteger number = natural(value, "math.factorial", site);
        return Ints.of(product(number, number, site));
    }

    /// `comb` and `perm`.
    static Object chosen(Object[] a, boolean unordered, Site site) {
        String name = unordered ? "math.comb" : "math.perm";
        BigInteger n = natural(a[0], name, site);
        BigInteger k = natural(a[1], name, site);
        if (k.compareTo(n) > 0) {
            return 0L;
        }
        BigInteger few = unordered ? k.min(n.subtract(k)) : k;
        BigInteger ordered = product(n, few, site);
        return Ints.of(unordered ? ordered.divide(product(few, few, site)) : ordered);
    }

    private static BigInteger natural(Object value, String name, Site site) {
        BigInteger number = MathModule.whole(value, name, site);
        if (number.signum() < 0) {
            throw site.fault(Fault.VALUE, name + " takes no negative numbers");
        }
        return number;
    }

    /// `count` factors from `n` downwards.
    private static BigInteger product(BigInteger n, BigInteger count, Site site) {
        Sizes.bits(count.compareTo(BigInteger.valueOf(MOST_FACTORS)) > 0 ? Long.MAX_VALUE : 0, site);
        BigInteger result = BigInteger.ONE;
        for (int i = 0; i < count.intValue(); i++) {
            result = result.multiply(n.subtract(BigInteger.valueOf(i)));
            Sizes.bits(result.bitLength(), site);
        }
        return result;
    }
}
