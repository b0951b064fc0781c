package sectile.sim.component;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/// An exact non-negative fraction in lowest terms.
record Ratio(long numerator, long denominator) {
    static final Ratio ZERO = new Ratio(0, 1);

    Ratio {
        if (numerator < 0 || denominator < 1) {
            throw new IllegalArgumentException("not a non-negative fraction: " + numerator + "/" + denominator);
        }
    }

    /// @throws ArithmeticException if a term does not fit in a long
    static Ratio of(BigInteger numerator, BigInteger denominator) {
        BigInteger common = numerator.gcd(denominator);
        return new Ratio(
                numerator.divide(common).longValueExact(),
                denominator.divide(common).longValueExact());
    }

    /// @throws ArithmeticException if a term does not fit in a long
    static Ratio of(BigDecimal value) {
        BigInteger unscaled = value.unscaledValue();
        return value.scale() >= 0
                ? of(unscaled, BigInteger.TEN.pow(value.scale()))
                : of(unscaled.multiply(BigInteger.TEN.pow(-value.scale())), BigInteger.ONE);
    }

    /// @throws ArithmeticException if a term does not fit in a long, or on division by zero
    Ratio dividedBy(Ratio other) {
        return of(
                BigInteger.valueOf(numerator).multiply(BigInteger.valueOf(other.denominator)),
                BigInteger.valueOf(denominator).multiply(BigInteger.valueOf(other.numerator)));
    }

    /// `count` times this, rounded up.
    ///
    /// @throws ArithmeticException if the result does not fit in a long
    long ceilTimes(long count) {
        if (count < 0) {
            throw new IllegalArgumentException("negative count " + count);
        }
        long product = count * numerator;
        if (Math.multiplyHigh(count, numerator) == 0 && product >= 0) {
            return Math.ceilDiv(product, denominator);
        }
        return new BigDecimal(BigInteger.valueOf(count).multiply(BigInteger.valueOf(numerator)))
                .divide(BigDecimal.valueOf(denominator), 0, RoundingMode.CEILING)
                .longValueExact();
    }

    double toDouble() {
        return (double) numerator / denominator;
    }
}
