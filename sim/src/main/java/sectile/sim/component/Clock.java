package sectile.sim.component;

import java.math.BigDecimal;

/// A clock rate, held as the exact length of a cycle. An infinite clock makes every cycle free.
public final class Clock {
    private static final BigDecimal PS_PER_NS = BigDecimal.valueOf(1000);
    private static final Clock INFINITE = new Clock(Ratio.ZERO);

    private final Ratio period;

    private Clock(Ratio period) {
        this.period = period;
    }

    public static Clock ofInfinite() {
        return INFINITE;
    }

    /// The clock of a number of GHz.
    ///
    /// @throws ArithmeticException if the period needs terms beyond 63 bits
    public static Clock ofGhz(BigDecimal ghz) {
        if (ghz.signum() <= 0) {
            throw new IllegalArgumentException("a clock needs a positive rate, not " + ghz + " GHz");
        }
        return new Clock(Ratio.of(PS_PER_NS).dividedBy(Ratio.of(ghz)));
    }

    public boolean infinite() {
        return period.numerator() == 0;
    }

    /// The rate, for display.
    public double ghz() {
        return infinite() ? Double.POSITIVE_INFINITY : 1000 / period.toDouble();
    }

    /// The time of some cycles, rounded up to a whole picosecond.
    public long picoseconds(long cycles) {
        return period.ceilTimes(cycles);
    }

    /// The exact picoseconds per cycle.
    Ratio period() {
        return period;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Clock that && period.equals(that.period);
    }

    @Override
    public int hashCode() {
        return period.hashCode();
    }

    @Override
    public String toString() {
        return infinite()
                ? "inf"
                : BigDecimal.valueOf(ghz()).stripTrailingZeros().toPlainString() + " GHz";
    }
}
