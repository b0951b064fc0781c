package sectile.check.superfluous;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// A program with something left out.
///
/// @param without the numbers of sites that are left out
/// @param slots by number of a queue, how many slots it has; as written for others
public record Variant(Set<Integer> without, Map<Integer, Integer> slots) {
    /// The program as it is.
    public static final Variant SAME = new Variant(Set.of(), Map.of());

    public Variant {
        without = Set.copyOf(without);
        slots = Map.copyOf(slots);
    }

    /// Without one more site.
    Variant without(int site) {
        var more = new TreeSet<>(without);
        more.add(site);
        return new Variant(more, slots);
    }

    /// With another number of slots in a queue.
    public Variant with(int queue, int newSlots) {
        var changed = new TreeMap<>(slots);
        changed.put(queue, newSlots);
        return new Variant(without, changed);
    }
}
