package sectile.sim.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// A 64-bit hash over a sequence of bytes that comes in runs; where a run ends counts.
final class ValueHash {
    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private long state = 0x5EC711EL;

    /// Words go to four lanes in turn, whose multiplications do not wait for each other.
    void add(byte[] source, int offset, int length) {
        int end = offset + length;
        int at = offset;
        long first = state ^ length;
        long second = first + 1;
        long third = first + 2;
        long fourth = first + 3;
        for (; at + 4 * Long.BYTES <= end; at += 4 * Long.BYTES) {
            first = mixed(first, (long) WORD.get(source, at));
            second = mixed(second, (long) WORD.get(source, at + Long.BYTES));
            third = mixed(third, (long) WORD.get(source, at + 2 * Long.BYTES));
            fourth = mixed(fourth, (long) WORD.get(source, at + 3 * Long.BYTES));
        }
        for (; at < end; at++) {
            first = mixed(first, source[at]);
        }
        state = mixed(mixed(mixed(mixed(first, second), third), fourth), length);
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
