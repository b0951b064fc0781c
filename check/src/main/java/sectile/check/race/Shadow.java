package sectile.check.race;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import sectile.base.observe.AccessKind;
import sectile.base.observe.Event;
import sectile.base.observe.Region;

/// The accesses to one memory that a later access may still be in conflict with. The memory is divided
/// into equal pages, so that an access is compared only with those near it.
final class Shadow {
    private static final int PAGES = 64;

    /// An access, by which actor it was and when.
    ///
    /// @param index its place in clocks
    /// @param epoch when, at this place
    /// @param ownEpoch when, in the order of the actor
    record Entry(Event.Access access, History history, int index, int epoch, int ownEpoch, Clock knowledge) {
        static Entry of(Event.Access access, History history) {
            boolean writes = access.kind() == AccessKind.WRITE || access.kind() == AccessKind.ADD;
            return new Entry(
                    access,
                    history,
                    writes ? history.writes() : history.index(),
                    writes ? history.writeEpoch() : history.epoch(),
                    history.epoch(),
                    history.clock().copy());
        }

        /// Whether it happened before all that an actor does from now on.
        boolean isBefore(History other) {
            return other == history || epoch <= other.clock().of(index);
        }

        /// Whether it happened before, if a signal passed on what its actor wrote.
        boolean isSignalledTo(History other) {
            return ownEpoch <= other.clock().of(history.index());
        }
    }

    private final long pageBytes;
    private final List<List<Entry>> pages = new ArrayList<>();

    Shadow(long bytes) {
        pageBytes = Math.max(8, Math.ceilDiv(Math.max(1, bytes), PAGES));
        for (int i = 0; i < PAGES; i++) {
            pages.add(new ArrayList<>());
        }
    }

    private int page(long at) {
        return (int) Math.clamp(at / pageBytes, 0, PAGES - 1L);
    }

    /// Every entry that overlaps a region; each is seen once.
    void overlapping(Region region, Consumer<Entry> each) {
        if (region.isEmpty()) {
            return;
        }
        int first = page(region.start());
        int last = page(region.end() - 1);
        for (int i = first; i <= last; i++) {
            for (Entry entry : pages.get(i)) {
                Region other = entry.access().region();
                boolean firstMeeting = i == Math.max(first, page(other.start()));
                if (firstMeeting && other.overlaps(region)) {
                    each.accept(entry);
                }
            }
        }
    }

    /// Adds an entry and drops those that it makes superfluous.
    void add(Entry entry, Predicate<Entry> superfluous) {
        Region region = entry.access().region();
        if (region.isEmpty()) {
            return;
        }
        int last = page(region.end() - 1);
        for (int i = page(region.start()); i <= last; i++) {
            pages.get(i).removeIf(superfluous);
            pages.get(i).add(entry);
        }
    }
}
