package sectile.sim.machine;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.sim.Place;

/// What is to go wrong in a simulation, and how often it could have.
final class Faults {
    private final List<Fault> all;
    /// By fault, the operations so far that it could have been.
    private final long[] seen;

    Faults(List<Fault> all) {
        this.all = all;
        this.seen = new long[all.size()];
    }

    /// Whether there are any; asked before what would fail is looked up.
    boolean any() {
        return seen.length > 0;
    }

    /// Whether the next operation of a kind on a queue of a PE fails.
    boolean happens(Fault.Kind kind, Place place, String direction) {
        return any() && next(kind, place, direction) != null;
    }

    /// What goes wrong with the next operation of a kind on a queue of a PE; null for nothing.
    @Nullable
    Fault next(Fault.Kind kind, Place place, String direction) {
        Fault found = null;
        for (int i = 0; i < seen.length; i++) {
            Fault fault = all.get(i);
            if (fault.kind() == kind
                    && fault.place().equals(place)
                    && (fault.direction().isEmpty() || fault.direction().equals(direction))) {
                long number = seen[i]++;
                if (fault.number() == Fault.EVERY || fault.number() == number) {
                    found = fault;
                }
            }
        }
        return found;
    }
}
