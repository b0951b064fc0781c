package sectile.sim.component;

import java.math.BigDecimal;
import java.math.RoundingMode;
import sectile.base.quantity.Units;

/// A data rate, held as the time one byte takes in whole units of 1/16384 ps, rounded once when the rate is read.
/// All later arithmetic is on integers, so equal transfers take equal times everywhere. An infinite rate takes 0
/// units.
///
/// The unit makes powers of two up to 131,072 GB/s exact (1 GB/s = 10⁹ bytes per second = 1000 ps per byte) and
/// keeps the error of any rate below 10 TB/s under 0.04 %.
public record Bandwidth(long unitsPerByte) {
    /// log2 of the units in a picosecond.
    public static final int UNIT_BITS = 14;

    private static final Bandwidth INFINITE = new Bandwidth(0);
    private static final BigDecimal UNITS_PER_NS = BigDecimal.valueOf(1000L << UNIT_BITS);
    /// Slower ones are shown in smaller units.
    private static final double LEAST_GBS = 0.01;

    private static final long UNIT_MASK = (1L << UNIT_BITS) - 1;

    public Bandwidth {
        if (unitsPerByte < 0) {
            throw new IllegalArgumentException("negative time per byte: " + unitsPerByte);
        }
    }

    public static Bandwidth ofInfinite() {
        return INFINITE;
    }

    /// The rate nearest to a number of GB/s.
    ///
    /// @throws ArithmeticException if the rate is so high that a byte takes no time, or so low that a byte takes
    /// too long for a long
    public static Bandwidth ofGbs(BigDecimal gbs) {
        if (gbs.signum() <= 0) {
            throw new IllegalArgumentException("a bandwidth is positive, not " + gbs + " GB/s");
        }
        long units = UNITS_PER_NS.divide(gbs, 0, RoundingMode.HALF_EVEN).longValueExact();
        if (units == 0) {
            throw new ArithmeticException(gbs + " GB/s cannot be distinguished from infinite");
        }
        return new Bandwidth(units);
    }

    public boolean infinite() {
        return unitsPerByte == 0;
    }

    /// The rate in 10⁹ bytes per second, for display.
    public double gbs() {
        return infinite() ? Double.POSITIVE_INFINITY : UNITS_PER_NS.doubleValue() / unitsPerByte;
    }

    /// The time `bytes` bytes take, rounded up to a whole picosecond.
    ///
    /// @throws ArithmeticException if the time does not fit in a long
    public long picoseconds(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("negative byte count " + bytes);
        }
        long low = bytes * unitsPerByte;
        long high = Math.multiplyHigh(bytes, unitsPerByte);
        if (high == 0 && low >= 0) {
            return (low >>> UNIT_BITS) + ((low & UNIT_MASK) == 0 ? 0 : 1);
        }
        if (high >>> (UNIT_BITS - 1) != 0) {
            throw new ArithmeticException(bytes + " bytes at " + this + " take more than 2^63 ps");
        }
        long whole = high << (Long.SIZE - UNIT_BITS) | low >>> UNIT_BITS;
        return Math.addExact(whole, (low & UNIT_MASK) == 0 ? 0 : 1);
    }

    /// The rate of something faster or slower than usual.
    ///
    /// @param speed relative to this rate: 0.5 takes twice the time
    public Bandwidth at(double speed) {
        return infinite() || speed == 1 ? this : new Bandwidth(Math.max(1, Math.round(unitsPerByte / speed)));
    }

    /// The slower of two rates: what a path over both gives.
    public Bandwidth min(Bandwidth other) {
        return unitsPerByte >= other.unitsPerByte ? this : other;
    }

    @Override
    public String toString() {
        if (infinite()) {
            return "inf";
        }
        return gbs() < LEAST_GBS ? Units.rate(gbs() * 1e9) : Quantities.short3(gbs()) + " GB/s";
    }
}
