package sectile.sim.machine;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The memories a PE has used, the last few at hand.
final class Reaches {
    private static final int RECENT = 4;

    private final Pe pe;
    private final @Nullable Reach[] recent = new Reach[RECENT];
    private @Nullable Map<Long, Reach> all;

    Reaches(Pe pe) {
        this.pe = pe;
    }

    /// The memory that holds a physical address; a diagnostic if none does.
    Reach of(long physical) {
        for (int i = 0; i < RECENT; i++) {
            Reach reach = recent[i];
            if (reach != null && reach.holds(physical)) {
                return toFront(reach, i);
            }
        }
        Reach made = Reach.of(pe, physical);
        Reach dropped = recent[RECENT - 1];
        if (dropped != null) {
            if (all == null) {
                all = new HashMap<>();
            }
            all.putIfAbsent(dropped.first(), dropped);
            made = all.getOrDefault(made.first(), made);
        }
        return toFront(made, RECENT - 1);
    }

    private Reach toFront(Reach reach, int from) {
        System.arraycopy(recent, 0, recent, 1, from);
        recent[0] = reach;
        return reach;
    }
}
