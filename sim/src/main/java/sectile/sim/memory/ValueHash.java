package sectile.sim.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// A 64-bit hash over a sequence of bytes that comes in runs; where a run ends counts.
final class ValueHash {
    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private long state = 0x5EC711EL;

    void add(byte[] source, int offset, int length) {
        long hash = state ^ length;
        int end = offset + length;
        int at = offset;
        for (; at + Long.BYTES <= end; at += Long.BYTES) {
            hash = mixed(hash, (long) WORD.get(source, at));
        }
        for (; at < end; at++) {
            hash = mixed(hash, source[at]);
        }
        state = mixed(hash, length);
    }

    private static long mixed(long hash, long word) {
        long mixed = (hash ^ word) * MULTIPLIER;
        return mixed ^ mixed >>> 32;
    }

    /// Sixteen hexadecimal digits.
    String text() {
        return String.format("%016x", state);
    }
}
