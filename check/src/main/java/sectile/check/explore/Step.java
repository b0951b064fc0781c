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

    void add(Event event) {
        switch (event) {
            case Event.Access access -> footprint.add(access);
            case Event.Release release -> footprint.add(release.token(), true);
            case Event.Acquire acquire -> footprint.add(acquire.token(), false);
            case Event.Start s -> {}
            case Event.Join j -> {}
            case Event.Block b -> {}
            case Event.Resume r -> {}
            case Event.Delay d -> {}
            case Event.End e -> {}
        }
        events.add(event);
    }
}
