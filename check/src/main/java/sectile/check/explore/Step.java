package sectile.check.explore;

import java.util.ArrayList;
import java.util.List;
import sectile.base.observe.Event;

/// What one part did between two choices.
final class Step {
    private final int part;
    private final long actor;
    private final Footprint footprint = new Footprint();
    private final List<Event> events = new ArrayList<>(2);

    /// How many steps of each part come before it, itself included; known once the run is over.
    private int[] clock = {};

    /// The same of what follows it: a wait at its end may have added to it.
    private int[] after = {};

    /// @param part the number of the part
    Step(int part, long actor) {
        this.part = part;
        this.actor = actor;
    }

    int part() {
        return part;
    }

    long actor() {
        return actor;
    }

    Footprint footprint() {
        return footprint;
    }

    List<Event> events() {
        return events;
    }

    int[] clock() {
        return clock;
    }

    void clock(int[] newClock) {
        clock = newClock;
    }

    int[] after() {
        return after;
    }

    void after(int[] newAfter) {
        after = newAfter;
    }

    void add(Event event) {
        footprint.add(event);
        events.add(event);
    }
}
