package sectile.sim.memory;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Regions by number: open addressing over primitive keys, because every simulated byte passes here.
final class RegionTable {
    private static final long NO_KEY = -1;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private long[] keys = new long[64];
    private @Nullable Region[] values = new @Nullable Region[64];
    private int size;

    RegionTable() {
        Arrays.fill(keys, NO_KEY);
    }

    @Nullable
    Region find(long number) {
        return values[slot(number)];
    }

    /// Adds a region that is not in the table.
    void put(long number, Region region) {
        if (2 * size >= keys.length) {
            grow();
        }
        int slot = slot(number);
        keys[slot] = number;
        values[slot] = region;
        size++;
    }

    /// Where a number is or would be.
    private int slot(long number) {
        int mask = keys.length - 1;
        int slot = (int) ((number * GOLDEN) >>> 32) & mask;
        while (keys[slot] != number && keys[slot] != NO_KEY) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        long[] oldKeys = keys;
        @Nullable Region[] oldValues = values;
        keys = new long[2 * oldKeys.length];
        values = new @Nullable Region[keys.length];
        Arrays.fill(keys, NO_KEY);
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != NO_KEY) {
                int slot = slot(oldKeys[i]);
                keys[slot] = oldKeys[i];
                values[slot] = oldValues[i];
            }
        }
    }
}
