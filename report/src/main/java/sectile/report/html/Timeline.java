package sectile.report.html;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Slices of time on lanes, to zoom and pan, with phases above them. Past [Builder#limit] slices, short neighbours are
/// merged for display until they fit.
public final class Timeline implements Section {
    private final String title;
    private final List<Kind> kinds;
    private final List<Lane> lanes;
    private final List<Band> bands;
    private final long slices;
    private final long resolution;

    private Timeline(String title, List<Kind> kinds, List<Lane> lanes, List<Band> bands, long slices, long resolution) {
        this.title = title;
        this.kinds = kinds;
        this.lanes = lanes;
        this.bands = bands;
        this.slices = slices;
        this.resolution = resolution;
    }

    /// What slices have in common.
    ///
    /// @param line of the source that asked for it, "" if there is none
    /// @param waiting whether nothing was done but to wait; such slices have a colour of their own
    /// @param phase that it belongs to, "" if to none
    /// @param after what had to happen for it to begin, "" if that is not known
    public record Kind(String name, String line, boolean waiting, String phase, String after) {
        /// Work that comes from no line.
        public static Kind work(String name) {
            return new Kind(name, "", false, "", "");
        }
    }

    /// What a slice moved, and the message it is an end of.
    ///
    /// @param message its number, from 1; 0 for none
    /// @param sends whether it sends the message; else it receives it
    public record Cargo(long bytes, long message, boolean sends) {
        public static final Cargo NONE = new Cargo(0, 0, false);
    }

    /// A lane and its rows; slices of one row do not overlap and are in order.
    ///
    /// @param context whether it shows what surrounds the work, whose names take no colours from those of the work
    /// @param critical starts and ends of what is a part of the critical path, in order
    record Lane(String group, String name, boolean context, List<SliceList> rows, List<Long> critical) {}

    /// A phase of everything.
    record Band(String name, long start, long end) {}

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

    List<Band> bands() {
        return bands;
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
        private final List<Boolean> context = new ArrayList<>();
        private final List<SliceList> slices = new ArrayList<>();
        private final List<List<Long>> critical = new ArrayList<>();
        private final List<Band> bands = new ArrayList<>();
        private int limit = 1_500_000;

        private Builder(String title) {
            this.title = title;
        }

        /// How many slices the page may hold; 1,500,000 unless set. A slice takes about 10 to 15 bytes.
        public Builder limit(int slicesShown) {
            if (slicesShown < 1) {
                throw new IllegalArgumentException("a timeline of " + slicesShown + " slices");
            }
            limit = slicesShown;
            return this;
        }

        /// Adds a lane below those added before and returns its number. A group may be inside others, as in
        /// `sip0/cube3/pe5`; lanes of one group follow each other.
        public int lane(String group, String name) {
            return lane(group, name, false);
        }

        /// The same for a lane that shows what surrounds the work, such as phases.
        public int context(String group, String name) {
            return lane(group, name, true);
        }

        private int lane(String group, String name, boolean surrounds) {
            context.add(surrounds);
            groups.add(group);
            laneNames.add(name);
            slices.add(new SliceList());
            critical.add(new ArrayList<>());
            return laneNames.size() - 1;
        }

        /// Adds a slice, in picoseconds.
        public Builder slice(int lane, long start, long duration, String name) {
            return slice(lane, start, duration, Kind.work(name));
        }

        /// Adds a slice, in picoseconds.
        public Builder slice(int lane, long start, long duration, Kind kind) {
            return slice(lane, start, duration, kind, Cargo.NONE);
        }

        /// Adds a slice that moves something, in picoseconds.
        public Builder slice(int lane, long start, long duration, Kind kind, Cargo cargo) {
            if (start < 0 || duration < 0 || start + duration < 0) {
                throw new IllegalArgumentException(
                        "slice " + kind.name + " at " + start + " ps lasts " + duration + " ps");
            }
            Integer known = kinds.get(kind);
            if (known == null) {
                known = kinds.size();
                kinds.put(kind, known);
            }
            long flow = cargo.message == 0 ? 0 : 2 * cargo.message + (cargo.sends ? 0 : 1);
            slices.get(lane).add(start, duration, known, kind.waiting, cargo.bytes, flow);
            return this;
        }

        /// A part of a lane is on the critical path; those of one lane come in order.
        public Builder critical(int lane, long start, long duration) {
            List<Long> parts = critical.get(lane);
            if (!parts.isEmpty() && parts.getLast() == start) {
                parts.removeLast();
            } else {
                parts.add(start);
            }
            parts.add(start + duration);
            return this;
        }

        /// Everything is in a phase for some time.
        public Builder band(String name, long start, long end) {
            bands.add(new Band(name, start, end));
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
                lanes.add(new Lane(
                        groups.get(i),
                        laneNames.get(i),
                        context.get(i),
                        List.copyOf(rows.get(i)),
                        List.copyOf(critical.get(i))));
            }
            return new Timeline(
                    title, List.copyOf(kinds.keySet()), List.copyOf(lanes), List.copyOf(bands), total, resolution);
        }
    }
}
