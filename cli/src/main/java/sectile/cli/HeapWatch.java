package sectile.cli;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryNotificationInfo;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import javax.management.NotificationEmitter;
import sectile.base.limit.ByteSize;

/// Knows how full the heap is of objects in use. That is known only after a collection: a heap full of garbage is not a
/// problem. The part for old objects is smaller than the heap and fills first.
///
/// [#warn] warns once, before the heap is full: a run that is about to fail first becomes slow, and the user should
/// know why. [#isFull()] is what ends a run. [#keepSmall()] collects before the heap grows: the serial collector
/// takes all the memory it may have before it collects old objects, so that a run would take 6 GB of a large host
/// where 1 GB is enough.
final class HeapWatch {
    private static final double FULL = 0.9;
    private static final long REST_FACTOR = 20;
    /// A heap of this size is small enough.
    private static final long SMALL = 512L << 20;
    /// So many times the objects in use may be in the heap before they are collected.
    private static final long GROWTH = 2;
    /// So many times as long as a collection that frees memory, no other one is asked for.
    private static final long PAUSE_FACTOR = 5;

    private final long limit;
    private final List<MemoryPoolMXBean> pools = oldPools();
    private long restUntil = System.nanoTime();
    private long growUntil = System.nanoTime();
    private long inUse;

    HeapWatch(long limit) {
        this.limit = (long) (limit * FULL);
    }

    /// Whether objects in use fill the heap. A collection is asked for when the heap looks full, and seldom enough that
    /// collections take a small share of the time.
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

    /// Collects if garbage makes up most of a large heap. Returns whether it did.
    boolean keepSmall() {
        long now = System.nanoTime();
        if (now - growUntil < 0 || used() < Math.max(SMALL, GROWTH * inUse)) {
            return false;
        }
        System.gc();
        inUse = used();
        long after = System.nanoTime();
        growUntil = after + (after - now) * PAUSE_FACTOR;
        return true;
    }

    private static long used() {
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private boolean looksFull() {
        if (used() > limit) {
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

    /// Reports to a consumer when collections leave more than a part of the largest heap in use.
    static void warn(double part, Consumer<String> warn) {
        var warned = new AtomicBoolean();
        var emitter = (NotificationEmitter) ManagementFactory.getMemoryMXBean();
        emitter.addNotificationListener(
                (notification, handback) -> {
                    if (!warned.getAndSet(true)) {
                        warn.accept(warning());
                    }
                },
                notification ->
                        notification.getType().equals(MemoryNotificationInfo.MEMORY_COLLECTION_THRESHOLD_EXCEEDED),
                null);
        for (MemoryPoolMXBean pool : oldPools()) {
            pool.setCollectionUsageThreshold(Math.round(pool.getUsage().getMax() * part));
        }
    }

    /// The parts of the heap for old objects whose size is limited; those of young objects are emptied by every
    /// collection.
    private static List<MemoryPoolMXBean> oldPools() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP
                        && pool.isUsageThresholdSupported()
                        && pool.isCollectionUsageThresholdSupported()
                        && pool.getUsage().getMax() > 0)
                .toList();
    }

    private static String warning() {
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        return "warning: memory is nearly full: " + (heap.getUsed() >> 20) + " MiB of " + (heap.getMax() >> 20)
                + " MiB are in use; the run may become slow or end at the limit. Raise it with --max-memory "
                + ByteSize.option(2 * heap.getMax());
    }
}
