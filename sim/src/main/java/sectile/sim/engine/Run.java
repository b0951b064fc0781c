package sectile.sim.engine;

import java.util.Arrays;

/// The sorted front of a [WheelQueue]: the earliest slots, ready to be taken one after the other.
final class Run {
    private long[] times;
    private int[] slots;
    private int head;
    private int tail;

    Run(int capacity) {
        times = new long[capacity];
        slots = new int[capacity];
    }

    int size() {
        return tail - head;
    }

    boolean isEmpty() {
        return head == tail;
    }

    long firstTime() {
        return times[head];
    }

    long timeAt(int index) {
        return times[head + index];
    }

    int slotAt(int index) {
        return slots[head + index];
    }

    int removeFirst() {
        return slots[head++];
    }

    /// Whether `time` would go to the end: the one place where inserting costs the same at any size.
    boolean appends(long time) {
        return head == tail || times[tail - 1] <= time;
    }

    /// Inserts behind everything of the same or an earlier time.
    void insert(int slot, long time) {
        if (tail == times.length) {
            makeRoom();
        }
        long[] times = this.times;
        int[] slots = this.slots;
        int at = tail++;
        while (at > head && times[at - 1] > time) {
            times[at] = times[at - 1];
            slots[at] = slots[at - 1];
            at--;
        }
        times[at] = time;
        slots[at] = slot;
    }

    void truncate(int size) {
        tail = head + size;
    }

    private void makeRoom() {
        int size = tail - head;
        if (head < times.length / 2) {
            times = Arrays.copyOf(times, times.length * 2);
            slots = Arrays.copyOf(slots, slots.length * 2);
        } else {
            System.arraycopy(times, head, times, 0, size);
            System.arraycopy(slots, head, slots, 0, size);
            head = 0;
            tail = size;
        }
    }
}
