package sectile.sim.engine;

import java.util.Comparator;
import java.util.PriorityQueue;

/// The plain twin of [WheelQueue]: a binary heap ordered by (time, sequence). Slow and obviously right.
final class ReferenceQueue extends EventQueue {
    private record Entry(long time, long sequence, int slot) {}

    private final PriorityQueue<Entry> heap =
            new PriorityQueue<>(Comparator.comparingLong(Entry::time).thenComparingLong(Entry::sequence));
    private long sequence;
    private long polledTime;

    @Override
    void add(int slot, long time) {
        heap.add(new Entry(time, sequence++, slot));
    }

    @Override
    int poll(long limit) {
        Entry first = heap.peek();
        if (first == null || first.time() > limit) {
            return NONE;
        }
        heap.remove();
        polledTime = first.time();
        return first.slot();
    }

    @Override
    long polledTime() {
        return polledTime;
    }

    @Override
    boolean isEmpty() {
        return heap.isEmpty();
    }
}
