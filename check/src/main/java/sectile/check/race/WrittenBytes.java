package sectile.check.race;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/// Which bytes of a memory were written. It takes room for the parts that were, wherever in the memory they are.
final class WrittenBytes {
    private static final int PAGE = 1 << 16;
    /// Shared by all pages that were written at once, and not changed.
    private static final BitSet FULL = new BitSet(PAGE);

    static {
        FULL.set(0, PAGE);
    }

    private final Map<Long, BitSet> pages = new HashMap<>();

    void add(long start, long count) {
        long end = start + count;
        for (long at = start; at < end; ) {
            long page = at / PAGE;
            int from = (int) (at % PAGE);
            int to = (int) Math.min(PAGE, end - page * PAGE);
            if (to - from == PAGE) {
                pages.put(page, FULL);
            } else {
                BitSet bytes = pages.computeIfAbsent(page, key -> new BitSet());
                if (bytes != FULL) {
                    bytes.set(from, to);
                }
            }
            at = page * PAGE + to;
        }
    }

    /// The first byte from a place on that was not written.
    long firstMissing(long start) {
        for (long at = start; ; ) {
            long page = at / PAGE;
            BitSet bytes = pages.get(page);
            int gap = bytes == null ? (int) (at % PAGE) : bytes.nextClearBit((int) (at % PAGE));
            at = page * PAGE + gap;
            if (gap < PAGE) {
                return at;
            }
        }
    }
}
