package sectile.report.html;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Slices of time on lanes, to zoom and pan. Past [Builder#limit] slices, short neighbours are merged for display
/// until they fit.
public final class Timeline implements Section {
    private final String title;
    private final List<Kind> kinds;
    private final List<Lane> lanes;
    private final long slices;
    private final long resolution;

    private Timeline(String title, List<Kind> kinds, List<Lane> lanes, long slices, long resolution) {
        this.title = title;
        this.kinds = kinds;
        this.lanes = lanes;
        this.slices = slices;
        this.resolution = resolution;
    }

    /// What slices have in common.
    ///
    /// @param line of the source that asked for it, "" if there is none
    /// @param waiting whether nothing was done but to wait; such slices have a colour of their own
    public record Kind(String name, String line, boolean waiting) {
        /// Work that comes from no line.
        public static Kind work(String name) {
            return new Kind(name, "", false);
        }
    }

    /// A lane and its rows; slices of one row do not overlap and are in order.
    record Lane(String group, String name, List<SliceList> rows) {}

    @Override
    public String title() {
        return title;
    }

    List<Kind> kinds() {
        return kinds;
    }

    List<Lane> lanes() {
        return lanes;
    }

    /// How many slices were given.
    long slices() {
        return slices;
    }

    /// What is shorter than this many picoseconds may have been merged; 0 if nothing was.
    long resolution() {
        return resolution;
    }

    public static Builder builder(String title) {
        return new Builder(title);
    }

    /// Collects lanes and slices, in any order.
    public static final class Builder {
        /// More overlapping slices than this are drawn over each other.
        private static final int MAX_ROWS = 8;

        private final String title;
        private final Map<Kind, Integer> kinds = new LinkedHashMap<>();
        private final List<String> groups = new ArrayList<>();
        private final List<String> laneNames = new ArrayList<>();
        private final List<SliceList> slices = new ArrayList<>();
        private int limit = 200_000;

        private Builder(String title) {
            this.title = title;
        }

        /// How many slices the page may hold; 200,000 unless set. A slice takes about 15 bytes.
        public Builder limit(int slicesShown) {
            if (slicesShown < 1) {
                throw new IllegalArgumentException("a timeline of " + slicesShown + " slices");
            }
            limit = slicesShown;
            return this;
        }

        /// Adds a lane below those added before and returns its number. Lanes of one group are kept together, as `sip0
        /// cube3 pe5`.
        public int lane(String group, String name) {
            groups.add(group);
            laneNames.add(name);
            slices.add(new SliceList());
            return laneNames.size() - 1;
        }

        /// Adds a slice, in picoseconds.
        public Builder slice(int lane, long start, long duration, String name) {
            return slice(lane, start, duration, Kind.work(name));
        }

        /// Adds a slice, in picoseconds.
        public Builder slice(int lane, long start, long duration, Kind kind) {
            if (start < 0 || duration < 0 || start + duration < 0) {
                throw new IllegalArgumentException(
                        "slice " + kind.name + " at " + start + " ps lasts " + duration + " ps");
            }
            Integer known = kinds.get(kind);
            if (known == null) {
                known = kinds.size();
                kinds.put(kind, known);
            }
            slices.get(lane).add(start, duration, known, kind.waiting ? 0 : duration);
            return this;
        }

        public Timeline build() {
            List<List<SliceList>> rows = new ArrayList<>();
            long total = 0;
            long end = 1;
            for (SliceList lane : slices) {
                rows.add(lane.sorted().rows(MAX_ROWS));
                total += lane.size();
                end = Math.max(end, lane.end());
            }
            long shown = total;
            long resolution = 0;
            for (long step = Math.max(1, end / 100_000); shown > limit && step <= end; step *= 2) {
                long longest = step;
                resolution = step;
                shown = 0;
                for (List<SliceList> lane : rows) {
                    lane.replaceAll(row -> row.merged(longest));
                    shown += lane.stream().mapToLong(SliceList::size).sum();
                }
            }
            List<Lane> lanes = new ArrayList<>();
            for (int i = 0; i < rows.size(); i++) {
                lanes.add(new Lane(groups.get(i), laneNames.get(i), List.copyOf(rows.get(i))));
            }
            return new Timeline(title, List.copyOf(kinds.keySet()), List.copyOf(lanes), total, resolution);
        }
    }
}
