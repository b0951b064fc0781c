package sectile.sim.engine;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Turning bucket stacks, newest event first, into lists, oldest event first.
final class EventLists {
    private static final int PATIENCE = 64;

    private EventLists() {}

    /// Moves the events of `stack` in front of `list`, which reverses their order.
    static @Nullable Event reverseOnto(@Nullable Event list, @Nullable Event stack) {
        Event result = list;
        Event event = stack;
        while (event != null) {
            Event following = event.next;
            event.next = result;
            result = event;
            event = following;
        }
        return result;
    }

    /// Hands the events of a stack to `list`, ordered by time, and by insertion where times are equal, and gives their
    /// number.
    ///
    /// Buckets are short, so this inserts one by one; a stack for which that takes long is merge-sorted.
    static int sortInto(ReadyList list, Event stack) {
        Event sorted = stack;
        Event last = stack;
        Event rest = stack.next;
        stack.next = null;
        int length = 1;
        int steps = 0;
        while (rest != null) {
            if (steps > PATIENCE) {
                return list.set(merge(mergeSort(Objects.requireNonNull(reverseOnto(null, rest))), sorted));
            }
            Event event = rest;
            rest = rest.next;
            length++;
            if (event.time <= sorted.time) {
                event.next = sorted;
                sorted = event;
            } else {
                Event before = sorted;
                Event after = sorted.next;
                while (after != null && after.time < event.time) {
                    before = after;
                    after = after.next;
                    steps++;
                }
                event.next = after;
                before.next = event;
                if (after == null) {
                    last = event;
                }
            }
        }
        list.set(sorted, last);
        return length;
    }

    /// Bottom-up merge sort: `runs[i]` is empty or holds 2^i events, older than those of every lower run.
    private static Event mergeSort(Event oldestFirst) {
        @Nullable Event[] runs = new @Nullable Event[Integer.SIZE];
        Event rest = oldestFirst;
        while (rest != null) {
            Event run = rest;
            rest = rest.next;
            run.next = null;
            int i = 0;
            for (Event older = runs[0]; older != null; older = runs[++i]) {
                run = merge(older, run);
                runs[i] = null;
            }
            runs[i] = run;
        }
        Event result = null;
        for (Event older : runs) {
            if (older != null) {
                result = result == null ? older : merge(older, result);
            }
        }
        return Objects.requireNonNull(result);
    }

    private static Event merge(Event older, Event newer) {
        Event a = older;
        Event b = newer;
        Event first;
        if (a.time <= b.time) {
            first = a;
            a = a.next;
        } else {
            first = b;
            b = b.next;
        }
        Event last = first;
        while (a != null && b != null) {
            Event taken;
            if (a.time <= b.time) {
                taken = a;
                a = a.next;
            } else {
                taken = b;
                b = b.next;
            }
            last.next = taken;
            last = taken;
        }
        last.next = a == null ? b : a;
        return first;
    }
}
