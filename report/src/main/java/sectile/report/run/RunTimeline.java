package sectile.report.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import sectile.report.html.Timeline;
import sectile.sim.Place;
import sectile.sim.trace.Lane;
import sectile.sim.trace.Occupancy;
import sectile.sim.trace.Op;
import sectile.sim.workload.WorkloadResult.Phase;

/// A run as the timeline of a page: phases, the engines of every PE, control processors, links.
final class RunTimeline {
    private final Timeline.Builder timeline = Timeline.builder("Timeline");

    private RunTimeline() {}

    static Timeline of(Outcome outcome, Recording recording) {
        RunTimeline built = new RunTimeline();
        built.phases(outcome);
        outcome.why().ifPresent(why -> built.path(outcome, why));
        built.engines(recording.ops());
        built.occupancies(select(recording, Occupancy.Kind.PROCESSOR), "control processors");
        built.occupancies(select(recording, Occupancy.Kind.LINK), "links");
        return built.timeline.build();
    }

    private void phases(Outcome outcome) {
        int whole = timeline.lane("launches", "phase");
        for (Phase phase : outcome.phases()) {
            long start = phase.result().submittedPs() - outcome.submittedPs();
            timeline.slice(whole, start, phase.result().latencyPs(), phase.name());
        }
        int parts = timeline.lane("launches", "part");
        for (PhasePart part : PhasePart.of(outcome)) {
            timeline.slice(parts, part.startPs(), part.lengthPs(), part.name());
        }
    }

    /// The critical path: what worked at each moment, by its cause.
    private void path(Outcome outcome, Why why) {
        int lane = timeline.lane("critical path", "works");
        int causes = timeline.lane("critical path", "waiting for");
        for (sectile.sim.path.Piece piece : why.path().pieces()) {
            long start = piece.startPs() - outcome.submittedPs();
            String name = piece.resource().name().isEmpty()
                    ? piece.origin().op()
                    : piece.resource().name();
            timeline.slice(
                    lane,
                    start,
                    piece.lengthPs(),
                    new Timeline.Kind(name, piece.origin().line(), false));
            timeline.slice(causes, start, piece.lengthPs(), piece.cause().text());
        }
    }

    private static List<Occupancy> select(Recording recording, Occupancy.Kind kind) {
        return recording.occupancies().stream()
                .filter(each -> each.kind() == kind)
                .toList();
    }

    private void occupancies(List<Occupancy> all, String group) {
        Map<String, List<Occupancy>> lanes = new TreeMap<>(Names.NUMERIC);
        all.forEach(each ->
                lanes.computeIfAbsent(each.name(), name -> new ArrayList<>()).add(each));
        lanes.forEach((name, taken) -> {
            int lane = timeline.lane(group, name);
            taken.forEach(each -> timeline.slice(lane, each.startPs(), each.endPs() - each.startPs(), each.what()));
        });
    }

    private record Row(Place place, Lane lane) {}

    private void engines(List<Op> ops) {
        Map<Row, Integer> lanes = new HashMap<>();
        ops.stream()
                .map(op -> new Row(op.place(), op.lane()))
                .distinct()
                .sorted(Comparator.comparingInt((Row row) -> row.place.sip())
                        .thenComparingInt(row -> row.place.cube())
                        .thenComparingInt(row -> row.place.pe())
                        .thenComparing(Row::lane))
                .forEach(row -> lanes.put(row, timeline.lane(row.place.toString(), row.lane.text())));
        for (Piece piece : Piece.of(ops)) {
            Op op = piece.op();
            Integer lane = lanes.get(new Row(op.place(), op.lane()));
            if (lane != null) {
                var kind = new Timeline.Kind(piece.name(), op.kernelLine(), piece.waiting());
                timeline.slice(lane, piece.startPs(), piece.lengthPs(), kind);
            }
        }
    }
}
