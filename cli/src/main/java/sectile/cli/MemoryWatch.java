package sectile.cli;

import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.util.List;

/// Knows whether the heap is full of things in use: the whole of it, or the part for old objects, which is smaller and
/// fills first.
///
/// What is in use is known after a collection only. One is asked for when the heap looks full, and seldom enough that
/// collections take a small share of the time.
final class MemoryWatch {
    private static final double FULL = 0.9;
    private static final long REST_FACTOR = 20;

    private final long limit;
    private final List<MemoryPoolMXBean> pools = HeapWatch.oldPools();
    private long restUntil = System.nanoTime();

    MemoryWatch(long limit) {
        this.limit = (long) (limit * FULL);
    }

    boolean isFull() {
        long now = System.nanoTime();
        if (now - restUntil < 0 || !looksFull()) {
            return false;
        }
        System.gc();
        long after = System.nanoTime();
        restUntil = after + (after - now) * REST_FACTOR;
        return looksFull();
    }

    private boolean looksFull() {
        Runtime runtime = Runtime.getRuntime();
        if (runtime.totalMemory() - runtime.freeMemory() > limit) {
            return true;
        }
        for (MemoryPoolMXBean pool : pools) {
            MemoryUsage usage = pool.getUsage();
            if (usage.getUsed() > usage.getMax() * FULL) {
                return true;
            }
        }
        return false;
    }
}
