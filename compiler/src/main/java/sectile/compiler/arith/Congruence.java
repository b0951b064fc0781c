package sectile.compiler.arith;

import java.math.BigInteger;

/// All integers that leave `residue` when divided by `modulus`; a modulus of 0 means the residue alone, a modulus of 1
/// every integer.
public record Congruence(BigInteger modulus, BigInteger residue) {
    public static final Congruence ANY = new Congruence(BigInteger.ONE, BigInteger.ZERO);

    public Congruence {
        if (modulus.signum() < 0) {
            throw new IllegalArgumentException("a modulus is not negative, found " + modulus);
        }
        residue = modulus.signum() == 0 ? residue : residue.mod(modulus);
    }

    public static Congruence of(long modulus, long residue) {
        return new Congruence(BigInteger.valueOf(modulus), BigInteger.valueOf(residue));
    }

    public static Congruence constant(BigInteger value) {
        return new Congruence(BigInteger.ZERO, value);
    }

    public boolean contains(BigInteger value) {
        return modulus.signum() == 0
                ? value.equals(residue)
                : value.subtract(residue).mod(modulus).signum() == 0;
    }

    public Congruence plus(Congruence other) {
        return new Congruence(modulus.gcd(other.modulus), residue.add(other.residue));
    }

    public Congruence times(Congruence other) {
        BigInteger common = modulus.multiply(other.modulus)
                .gcd(modulus.multiply(other.residue))
                .gcd(other.modulus.multiply(residue));
        return new Congruence(common, residue.multiply(other.residue));
    }

    /// Of the remainder after a division by `divisor` > 0.
    public Congruence remainder(BigInteger divisor) {
        return modulus.signum() == 0
                ? constant(residue.mod(divisor))
                : modulus.mod(divisor).signum() == 0
                        ? constant(residue.mod(divisor))
                        : new Congruence(modulus.gcd(divisor), residue);
    }

    /// What both hold; this one, if that is nothing or is not worth finding.
    public Congruence meet(Congruence other) {
        if (other.modulus.signum() == 0) {
            return other;
        }
        if (modulus.signum() == 0 || modulus.mod(other.modulus).signum() == 0) {
            return this;
        }
        return other.modulus.mod(modulus).signum() == 0 ? other : coprime(other);
    }

    private Congruence coprime(Congruence other) {
        if (!Integers.isOne(modulus.gcd(other.modulus))) {
            return modulus.compareTo(other.modulus) >= 0 ? this : other;
        }
        BigInteger steps = other.residue.subtract(residue).multiply(modulus.modInverse(other.modulus));
        return new Congruence(modulus.multiply(other.modulus), residue.add(modulus.multiply(steps.mod(other.modulus))));
    }

    /// The smallest interval with all its integers that are in the given one.
    Interval within(Interval limits) {
        if (modulus.signum() == 0) {
            return limits.meet(Interval.point(residue));
        }
        BigInteger low = limits.low().add(residue.subtract(limits.low()).mod(modulus));
        BigInteger high = limits.high().subtract(limits.high().subtract(residue).mod(modulus));
        return low.compareTo(high) <= 0 ? new Interval(low, high) : limits;
    }

    @Override
    public String toString() {
        return modulus.signum() == 0 ? residue.toString() : residue + " mod " + modulus;
    }
}
