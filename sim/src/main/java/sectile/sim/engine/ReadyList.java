package sectile.sim.engine;

import org.jspecify.annotations.Nullable;

/// Events in firing order: the opened bucket of a [WheelQueue].
final class ReadyList {
    private @Nullable Event head;
    private @Nullable Event tail;

    boolean isEmpty() {
        return head == null;
    }

    /// Removes and returns the first event if it is due by `limit`.
    @Nullable
    Event poll(long limit) {
        Event event = head;
        if (event == null || event.time > limit) {
            return null;
        }
        head = event.next;
        event.next = null;
        return event;
    }

    /// Takes over an ordered list of which both ends are known.
    void set(Event first, Event last) {
        head = first;
        tail = last;
    }

    /// Takes over an ordered list and returns its length.
    int set(Event ordered) {
        head = ordered;
        int length = 1;
        Event last = ordered;
        for (Event event = ordered.next; event != null; event = event.next) {
            last = event;
            length++;
        }
        tail = last;
        return length;
    }

    /// Gives the list away, in order.
    @Nullable
    Event takeAll() {
        Event all = head;
        head = null;
        tail = null;
        return all;
    }

    /// Inserts behind everything that is not later, unless more than `patience` events would have to be passed.
    boolean insert(Event event, int patience) {
        long time = event.time;
        Event first = head;
        Event last = tail;
        if (first == null || last == null) {
            event.next = null;
            head = event;
            tail = event;
        } else if (last.time <= time) {
            event.next = null;
            last.next = event;
            tail = event;
        } else if (first.time > time) {
            event.next = first;
            head = event;
        } else {
            return insertBetween(first, event, patience);
        }
        return true;
    }

    private static boolean insertBetween(Event first, Event event, int patience) {
        Event before = first;
        Event after = first.next;
        for (int passed = 0; after != null && after.time <= event.time; passed++) {
            if (passed == patience) {
                return false;
            }
            before = after;
            after = after.next;
        }
        event.next = after;
        before.next = event;
        return true;
    }
}
