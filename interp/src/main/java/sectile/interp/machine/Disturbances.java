package sectile.interp.machine;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What goes wrong in a run, and how far each actor has come with what may. Actors count for themselves, so that what
/// happens to one does not depend on the order.
final class Disturbances {
    private final List<Disturbance> all;
    private final Map<Long, Map<Disturbance.Kind, Long>> counts = new HashMap<>();

    Disturbances(List<Disturbance> all) {
        this.all = List.copyOf(all);
    }

    /// Whether something of a kind goes wrong now, which is the next one of its actor.
    ///
    /// @param to the rank that it reaches; its own if it reaches none
    boolean hits(Disturbance.Kind kind, Core core, int to) {
        if (all.isEmpty()) {
            return false;
        }
        long number = counts.computeIfAbsent(core.actor().id(), id -> new EnumMap<>(Disturbance.Kind.class))
                        .merge(kind, 1L, Long::sum)
                - 1;
        return all.stream()
                .anyMatch(one -> one.kind() == kind
                        && one.joins(core.rank(), to)
                        && (one.number() == Disturbance.EVERY || one.number() == number));
    }
}
