package sectile.runtime.host;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import sectile.base.array.NdArray;

/// The arrays of constant parameters of a loaded program, kept in place from one run to the next. An array counts as
/// the same one if it is the same object: that its elements do not change is what the mark promises.
final class Constants implements AutoCloseable {
    private final ArrayPlaces placing;
    private final Map<String, Kept> byName = new HashMap<>();

    Constants(ArrayPlaces placing) {
        this.placing = placing;
    }

    /// The place of a parameter's array, as it was in the last run if that had the same one.
    ///
    /// @param given the object that the caller gave
    /// @param values its elements in the order that native code expects
    ArrayPlaces.Place place(String parameter, NdArray given, NdArray values) {
        Kept kept = byName.get(parameter);
        if (kept == null || kept.given != given) {
            Arena arena = Arena.ofShared();
            Kept fresh;
            try {
                fresh = new Kept(given, placing.place(arena, values), arena);
            } catch (RuntimeException e) {
                arena.close();
                throw e;
            }
            if (kept != null) {
                kept.retire();
            }
            byName.put(parameter, fresh);
            kept = fresh;
        }
        kept.users++;
        return kept;
    }

    @Override
    public void close() {
        byName.values().forEach(Kept::retire);
        byName.clear();
    }

    /// A place that outlives the run.
    private static final class Kept implements ArrayPlaces.Place {
        private final NdArray given;
        private final ArrayPlaces.Place place;
        private final Arena arena;
        private int users;
        private boolean retired;

        Kept(NdArray given, ArrayPlaces.Place place, Arena arena) {
            this.given = given;
            this.place = place;
            this.arena = arena;
        }

        @Override
        public MemorySegment base() {
            return place.base();
        }

        @Override
        public void assign(NdArray array) {
            throw new IllegalStateException("a constant is written");
        }

        @Override
        public NdArray fetch() {
            return place.fetch();
        }

        @Override
        public void close() {
            users--;
            freeIfUnused();
        }

        void retire() {
            retired = true;
            freeIfUnused();
        }

        private void freeIfUnused() {
            if (retired && users == 0) {
                place.close();
                arena.close();
            }
        }
    }
}
