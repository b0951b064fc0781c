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

/// Warns once, before the heap is full: a run that is about to fail first becomes slow, and the user should know why.
///
/// What counts is what a collection leaves, because a heap full of garbage is not a problem.
final class HeapWatch {
    private HeapWatch() {}

    /// Reports to a consumer when collections leave more than a part of the largest heap in use.
    static void start(double part, Consumer<String> warn) {
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
    static List<MemoryPoolMXBean> oldPools() {
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
