package sectile.sim.trace;

/// A 64-bit hash over the operations of all PEs: when each began and ended, on which engine of which PE,
/// its name, its bytes or arithmetic operations and, through [#with], the element types.
///
/// Two runs with equal operations have equal hashes, whatever implementation ran the kernel bodies and whether or not
/// values were computed. The order in which this host has simulated them does not count: a kernel may run ahead of the
/// clock. The order in which they happened shows in their times, as does the path of bytes.
public final class TraceHash {
    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    private long state = 0x5EC711EL;

    /// Takes in one occurrence: a time and two words that say what happened then.
    public void mix(long time, long what, long amount) {
        long mixed = time * MULTIPLIER;
        mixed = (mixed ^ (mixed >>> 29) ^ what) * MULTIPLIER;
        mixed = (mixed ^ (mixed >>> 32) ^ amount) * MULTIPLIER;
        state += mixed ^ (mixed >>> 29);
    }

    /// Two words as one; order counts.
    public static long mixed(long state, long word) {
        long mixed = (state + 1 ^ word) * MULTIPLIER;
        return mixed ^ mixed >>> 29;
    }

    /// This and something more that the hash is to cover.
    public TraceHash with(long more) {
        TraceHash copy = new TraceHash();
        copy.state = mixed(state, more);
        return copy;
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
