package sectile.compiler.arith;

import java.math.BigInteger;

/// Division as in Python: the quotient is rounded down, the remainder has the sign of the divisor.
final class Integers {
    private Integers() {}

    static BigInteger floorDiv(BigInteger a, BigInteger b) {
        BigInteger[] parts = a.divideAndRemainder(b);
        return parts[1].signum() != 0 && parts[1].signum() != b.signum() ? parts[0].subtract(BigInteger.ONE) : parts[0];
    }

    static BigInteger floorMod(BigInteger a, BigInteger b) {
        return a.subtract(floorDiv(a, b).multiply(b));
    }

    static boolean isOne(BigInteger value) {
        return value.equals(BigInteger.ONE);
    }
}
