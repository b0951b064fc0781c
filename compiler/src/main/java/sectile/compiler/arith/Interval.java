package sectile.compiler.arith;

import java.math.BigInteger;
import sectile.ir.symbol.DataType;

/// All integers from `low` to `high`, both included.
public record Interval(BigInteger low, BigInteger high) {
    public Interval {
        if (low.compareTo(high) > 0) {
            throw new IllegalArgumentException("no integer is in " + low + "…" + high);
        }
    }

    public static Interval of(long low, long high) {
        return new Interval(BigInteger.valueOf(low), BigInteger.valueOf(high));
    }

    public static Interval point(BigInteger value) {
        return new Interval(value, value);
    }

    /// What a scalar of the type can hold.
    public static Interval of(DataType dtype) {
        if (dtype == DataType.BOOL) {
            return of(0, 1);
        }
        boolean signed = dtype.isSigned() || dtype == DataType.TASK_ID;
        BigInteger end = BigInteger.ONE.shiftLeft(signed ? dtype.bits() - 1 : dtype.bits());
        return new Interval(signed ? end.negate() : BigInteger.ZERO, end.subtract(BigInteger.ONE));
    }

    public boolean isPoint() {
        return low.equals(high);
    }

    public boolean contains(BigInteger value) {
        return low.compareTo(value) <= 0 && value.compareTo(high) <= 0;
    }

    public boolean contains(Interval other) {
        return low.compareTo(other.low) <= 0 && other.high.compareTo(high) <= 0;
    }

    /// What both hold; this one, if there is nothing (then what is asked about cannot be reached).
    public Interval meet(Interval other) {
        BigInteger from = low.max(other.low);
        BigInteger to = high.min(other.high);
        return from.compareTo(to) <= 0 ? new Interval(from, to) : this;
    }

    public Interval join(Interval other) {
        return new Interval(low.min(other.low), high.max(other.high));
    }

    public Interval plus(Interval other) {
        return new Interval(low.add(other.low), high.add(other.high));
    }

    public Interval negate() {
        return new Interval(high.negate(), low.negate());
    }

    public Interval times(Interval other) {
        return hull(
                low.multiply(other.low), low.multiply(other.high), high.multiply(other.low), high.multiply(other.high));
    }

    public Interval times(BigInteger factor) {
        return times(point(factor));
    }

    /// Of `this // other`, rounded down; a divisor of zero has no quotient.
    public Interval floorDiv(Interval other) {
        Interval result = null;
        if (other.high.signum() > 0) {
            result = quotients(other.low.max(BigInteger.ONE), other.high);
        }
        if (other.low.signum() < 0) {
            Interval negative = quotients(other.low, other.high.min(BigInteger.ONE.negate()));
            result = result == null ? negative : result.join(negative);
        }
        return result == null ? this : result;
    }

    private Interval quotients(BigInteger from, BigInteger to) {
        return hull(
                Integers.floorDiv(low, from),
                Integers.floorDiv(low, to),
                Integers.floorDiv(high, from),
                Integers.floorDiv(high, to));
    }

    private static Interval hull(BigInteger a, BigInteger b, BigInteger c, BigInteger d) {
        return new Interval(a.min(b).min(c.min(d)), a.max(b).max(c.max(d)));
    }

    @Override
    public String toString() {
        return "[" + low + ", " + high + "]";
    }
}
