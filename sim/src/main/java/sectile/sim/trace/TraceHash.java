package sectile.sim.trace;

/// A 64-bit hash over the sequence of everything that happened in simulated time.
///
/// Two runs with equal inputs have equal hashes, whatever implementation ran the kernel bodies and whether or not
/// values were computed. Order counts.
public final class TraceHash {
    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    private long state = 0x5EC711EL;

    /// Takes in one occurrence: a time and two words that say what happened then.
    public void mix(long time, long what, long amount) {
        long mixed = (state ^ time) * MULTIPLIER;
        mixed = (mixed ^ (mixed >>> 29) ^ what) * MULTIPLIER;
        state = (mixed ^ (mixed >>> 32)) + amount;
    }

    public long value() {
        long finished = (state ^ (state >>> 33)) * 0xFF51AFD7ED558CCDL;
        return finished ^ (finished >>> 33);
    }

    /// The hash as the sixteen hexadecimal digits shown to people.
    public String text() {
        return String.format("%016x", value());
    }
}
