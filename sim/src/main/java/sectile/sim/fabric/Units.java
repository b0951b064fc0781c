package sectile.sim.fabric;

import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.sim.problem.MachineCode;

/// Fabric time: 1/16384 of a picosecond, so that chunked transfers add up exactly.
///
/// A `long` of them holds 562 seconds of simulated time; past that is a diagnostic.
public final class Units {
    private static final int BITS = 14;

    /// The last picosecond of simulated time.
    public static final long LAST_PS = Long.MAX_VALUE >> BITS;

    private Units() {}

    public static long ofPicoseconds(long picoseconds) {
        if (picoseconds > LAST_PS) {
            throw pastTheEnd();
        }
        return picoseconds << BITS;
    }

    /// When `bytes` bytes have passed that begin at `start` and take `unitsPerByte` each.
    public static long after(long start, long bytes, long unitsPerByte) {
        long time = bytes * unitsPerByte;
        long end = start + time;
        // The product of two numbers of 31 bits cannot overflow.
        boolean small = (bytes | unitsPerByte) >>> 31 == 0;
        if (end < 0 || (!small && (time < 0 || Math.multiplyHigh(bytes, unitsPerByte) != 0))) {
            throw pastTheEnd();
        }
        return end;
    }

    /// More simulated time than there is.
    public static DiagnosticException pastTheEnd() {
        return new DiagnosticException(Diagnostic.error(
                        MachineCode.END_OF_TIME,
                        Span.none(),
                        "the run would take longer than the " + LAST_PS / 1_000_000_000_000L
                                + " seconds of simulated time there are")
                .hint("is a bandwidth far too small, or a transfer far too large?"));
    }

    /// The first whole picosecond at or after the given instant.
    public static long ceilPicoseconds(long units) {
        return (units + (1L << BITS) - 1) >> BITS;
    }
}
