package sectile.dist.best;

import java.util.PriorityQueue;

/// What happens when, in a play: actions in the order of their times, at the same time in the order they were added.
final class Agenda {
    interface Action {
        void at(double now);
    }

    private record Entry(double time, long number, Action action) implements Comparable<Entry> {
        @Override
        public int compareTo(Entry other) {
            return time != other.time ? (time < other.time ? -1 : 1) : Long.compare(number, other.number);
        }
    }

    private final PriorityQueue<Entry> entries = new PriorityQueue<>();
    private long numbers;

    void at(double time, Action action) {
        entries.add(new Entry(time, numbers++, action));
    }

    /// After everything else at that time.
    void lastAt(double time, Action action) {
        entries.add(new Entry(time, Long.MAX_VALUE / 2 + numbers++, action));
    }

    void run() {
        while (!entries.isEmpty()) {
            Entry next = entries.remove();
            next.action.at(next.time);
        }
    }
}
