package sectile.sim.engine;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// The plain twin of [WheelQueue]: a binary heap ordered by (time, sequence). Slow and obviously right.
final class ReferenceQueue extends EventQueue {
    private record Entry(long time, long sequence, Event event) {}

    private final PriorityQueue<Entry> heap =
            new PriorityQueue<>(Comparator.comparingLong(Entry::time).thenComparingLong(Entry::sequence));
    private long sequence;

    @Override
    void add(Event event) {
        heap.add(new Entry(event.time, sequence++, event));
    }

    @Override
    @Nullable
    Event poll(long limit) {
        Entry first = heap.peek();
        if (first == null || first.time() > limit) {
            return null;
        }
        heap.remove();
        return first.event();
    }

    @Override
    boolean isEmpty() {
        return heap.isEmpty();
    }

    @Override
    void clear() {
        heap.forEach(entry -> entry.event().time = Event.IDLE);
        heap.clear();
    }
}
