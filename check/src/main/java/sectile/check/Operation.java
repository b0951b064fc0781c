package sectile.check;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import sectile.base.diag.Span;
import sectile.base.observe.Actor;
import sectile.base.observe.Event;
import sectile.base.observe.Storage;

/// What an actor does at one place without another in between: for example a signal, which changes a cell and releases
/// what came before.
///
/// @param events at least one
/// @param blocks how many blocks of a launch do the same one after the other; `events` are those of the first
public record Operation(List<Event> events, int blocks) {
    /// Of more accesses to one memory all are kept.
    private static final int MOST_COMPARED = 1000;

    public Operation {
        events = List.copyOf(events);
    }

    /// The operations of a run that say something about its order: not those with memory that no other actor uses,
    /// nor waits that ended.
    public static List<Operation> of(List<Event> events) {
        var all = new ArrayList<Operation>();
        var open = new ArrayList<Event>();
        for (Event event : telling(events)) {
            if (!open.isEmpty() && !continues(open.getLast(), event)) {
                add(all, new Operation(open, 1));
                open.clear();
            }
            open.add(event);
        }
        if (!open.isEmpty()) {
            add(all, new Operation(open, 1));
        }
        return all;
    }

    private static List<Event> telling(List<Event> events) {
        var accesses = new IdentityHashMap<Storage, List<Event.Access>>();
        for (Event event : events) {
            if (event instanceof Event.Access access) {
                accesses.computeIfAbsent(access.region().memory(), memory -> new ArrayList<>())
                        .add(access);
            }
        }
        var telling = new ArrayList<Event>();
        Set<Long> resumed = new HashSet<>();
        for (Event event : events.reversed()) {
            switch (event) {
                case Event.Resume resume -> resumed.add(resume.actor().id());
                case Event.Block block -> {
                    if (!resumed.remove(block.actor().id())) {
                        telling.add(block);
                    }
                }
                case Event.Access access -> {
                    if (isShared(access, accesses.getOrDefault(access.region().memory(), List.of()))) {
                        telling.add(access);
                    }
                }
                case Event.Start _, Event.Join _, Event.Release _, Event.Acquire _, Event.Delay _, Event.End _ ->
                    telling.add(event);
            }
        }
        return telling.reversed();
    }

    /// @param all accesses to the same memory
    private static boolean isShared(Event.Access access, List<Event.Access> all) {
        return all.size() > MOST_COMPARED
                || all.stream()
                        .anyMatch(other -> other.actor().id() != access.actor().id()
                                && other.region().meets(access.region()));
    }

    /// Whether an event belongs to the operation of the one before: at the same place, or at none, like the end of an
    /// actor.
    private static boolean continues(Event last, Event event) {
        return last.actor().id() == event.actor().id()
                && (event.span().isNone() || event.span().equals(last.span()));
    }

    private static void add(List<Operation> all, Operation next) {
        if (!all.isEmpty() && all.getLast().isRepeatedBy(next)) {
            Operation last = all.removeLast();
            all.add(new Operation(last.events, last.blocks + 1));
        } else {
            all.add(next);
        }
    }

    private boolean isRepeatedBy(Operation next) {
        Actor mine = actor();
        Actor theirs = next.actor();
        return mine.block() >= 0
                && theirs.block() == mine.block() + blocks
                && mine.rank() == theirs.rank()
                && mine.task() == theirs.task()
                && mine.function().equals(theirs.function())
                && span().equals(next.span())
                && kinds().equals(next.kinds());
    }

    private List<Class<?>> kinds() {
        return events.stream().<Class<?>>map(Event::getClass).toList();
    }

    public Actor actor() {
        return events.getFirst().actor();
    }

    /// Where it is in the program.
    public Span span() {
        return events.getFirst().span();
    }
}
