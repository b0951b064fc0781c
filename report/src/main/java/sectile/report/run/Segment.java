package sectile.report.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sectile.sim.Place;
import sectile.sim.trace.Mark;

/// A time during which a PE, or the host, was in a phase.
///
/// @param place null for the host
record Segment(@Nullable Place place, String phase, long startPs, long endPs) {
    /// What marks say: a phase lasts until the next mark of the same place, at the latest until the end of the run.
    static List<Segment> of(List<Mark> marks, long endPs) {
        Map<@Nullable Place, Mark> open = new HashMap<>();
        List<Segment> segments = new ArrayList<>();
        for (Mark mark : marks) {
            Mark before = mark.name().isEmpty() ? open.remove(mark.place()) : open.put(mark.place(), mark);
            if (before != null) {
                segments.add(new Segment(before.place(), before.name(), before.timePs(), mark.timePs()));
            }
        }
        open.values().forEach(mark -> segments.add(new Segment(mark.place(), mark.name(), mark.timePs(), endPs)));
        return segments;
    }
}
