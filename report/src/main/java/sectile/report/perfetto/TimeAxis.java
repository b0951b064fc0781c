package sectile.report.perfetto;

/// How simulated picoseconds become the nanoseconds that Perfetto counts.
public enum TimeAxis {
    /// Times read as they are. Both ends of a slice are cut to whole nanoseconds, which keeps their order; shorter
    /// slices have length 0.
    NANOSECONDS(1000),
    /// Every picosecond is kept and shown as one nanosecond: a label of 1 µs means 1 ns.
    PICOSECONDS(1);

    private final long divisor;

    TimeAxis(long divisor) {
        this.divisor = divisor;
    }

    long ticks(long picoseconds) {
        return picoseconds / divisor;
    }
}
