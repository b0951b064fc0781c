package sectile.sim.fabric;

/// Fabric time: 1/16384 of a picosecond, so that chunked transfers add up exactly.
///
/// A `long` of them holds more than nine minutes of simulated time.
public final class Units {
    private static final int BITS = 14;

    private Units() {}

    public static long ofPicoseconds(long picoseconds) {
        return picoseconds << BITS;
    }

    /// The first whole picosecond at or after the given instant.
    public static long ceilPicoseconds(long units) {
        return (units + (1L << BITS) - 1) >> BITS;
    }
}
