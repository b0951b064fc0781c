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

/// A run as the timeline of a page: the host, the critical path, the engines of every PE, control processors, links.
final class RunTimeline {
    private final Timeline.Builder timeline = Timeline.builder("Timeline");
    /// Lanes by the name of the resource they show.
    private final Map<String, Integer> lanes = new HashMap<>();
    /// Messages are numbered from 1 in the order of their first end.
    private final Map<Long, Long> messages = new HashMap<>();

    private RunTimeline() {}

    static Timeline of(Outcome outcome, Recording recording) {
        RunTimeline built = new RunTimeline();
        built.bands(outcome);
        built.launches(outcome);
        built.occupancies(select(recording, Occupancy.Kind.PROCESSOR, true), name -> "host");
        outcome.why().ifPresent(why -> built.path(outcome, why));
        built.engines(outcome, recording);
        built.occupancies(select(recording, Occupancy.Kind.PROCESSOR, false), name -> "control/" + sip(name));
        built.occupancies(select(recording, Occupancy.Kind.LINK, false), name -> "links/" + sip(name));
        outcome.why().ifPresent(why -> built.emphasise(outcome, why));
        return built.timeline.build();
    }

    /// `sip0` of `sip0.io->switch`; what belongs to no SIP is together.
    private static String sip(String name) {
        int dot = name.indexOf('.');
        return name.startsWith("sip") && dot > 0 ? name.substring(0, dot) : "system";
    }

    /// Each phase from its first beginning to its last end.
    private void bands(Outcome outcome) {
        outcome.times().stream()
                .filter(each -> !each.launch())
                .forEach(each -> timeline.band(each.name(), each.startPs(), each.endPs()));
    }

    private void launches(Outcome outcome) {
        int whole = timeline.context("host", "launch");
        for (Phase phase : outcome.phases()) {
            long start = phase.result().submittedPs() - outcome.submittedPs();
            timeline.slice(whole, start, phase.result().latencyPs(), phase.name());
        }
        int parts = timeline.context("host", "part");
        for (PhasePart part : PhasePart.of(outcome)) {
            timeline.slice(parts, part.startPs(), part.lengthPs(), part.name());
        }
    }

    /// The critical path: what worked at each moment, by its cause.
    private void path(Outcome outcome, Why why) {
        int lane = timeline.context("critical path", "works");
        int causes = timeline.context("critical path", "waiting for");
        for (sectile.sim.path.Piece piece : why.path().pieces()) {
            long start = piece.startPs() - outcome.submittedPs();
            String name = piece.resource().name().isEmpty()
                    ? piece.origin().op()
                    : piece.resource().name();
            timeline.slice(
                    lane,
                    start,
                    piece.lengthPs(),
                    new Timeline.Kind(
                            name, piece.origin().line(), false, piece.origin().phase(), ""));
            timeline.slice(causes, start, piece.lengthPs(), piece.cause().text());
        }
    }

    /// The same on the lanes of what worked.
    private void emphasise(Outcome outcome, Why why) {
        for (sectile.sim.path.Piece piece : why.path().pieces()) {
            Integer lane = lanes.get(piece.resource().name());
            if (lane != null && piece.lengthPs() > 0) {
                timeline.critical(lane, piece.startPs() - outcome.submittedPs(), piece.lengthPs());
            }
        }
    }

    private static List<Occupancy> select(Recording recording, Occupancy.Kind kind, boolean host) {
        return recording.occupancies().stream()
                .filter(each -> each.kind() == kind && each.name().equals("host") == host)
                .toList();
    }

    private void occupancies(List<Occupancy> all, java.util.function.UnaryOperator<String> group) {
        Map<String, List<Occupancy>> byName =
                new TreeMap<>(Comparator.<String, String>comparing(group).thenComparing(Names.NUMERIC));
        all.forEach(each ->
                byName.computeIfAbsent(each.name(), name -> new ArrayList<>()).add(each));
        byName.forEach((name, taken) -> {
            int lane = timeline.context(group.apply(name), name);
            lanes.put(name, lane);
            taken.forEach(each -> timeline.slice(
                    lane,
                    each.startPs(),
                    each.endPs() - each.startPs(),
                    new Timeline.Kind(each.what(), each.line(), false, "", ""),
                    new Timeline.Cargo(each.bytes(), 0, false)));
        });
    }

    private record Row(Place place, Lane lane) {}

    /// Phases of a PE first, then its engines.
    private void engines(Outcome outcome, Recording recording) {
        Map<Place, List<Segment>> phases = new HashMap<>();
        for (Segment segment : Segment.of(recording.marks(), outcome.completedPs() - outcome.submittedPs())) {
            Place place = segment.place();
            if (place != null) {
                phases.computeIfAbsent(place, p -> new ArrayList<>()).add(segment);
            }
        }
        recording.ops().stream()
                .map(op -> new Row(op.place(), op.lane()))
                .distinct()
                .sorted(Comparator.comparingInt((Row row) -> row.place.sip())
                        .thenComparingInt(row -> row.place.cube())
                        .thenComparingInt(row -> row.place.pe())
                        .thenComparing(Row::lane))
                .forEach(row -> {
                    String group = row.place.toString().replace('.', '/');
                    List<Segment> own = phases.remove(row.place);
                    if (own != null) {
                        int lane = timeline.context(group, "phase");
                        own.stream()
                                .filter(each -> each.endPs() > each.startPs())
                                .forEach(each -> timeline.slice(
                                        lane, each.startPs(), each.endPs() - each.startPs(), each.phase()));
                    }
                    lanes.put(name(row), timeline.lane(group, row.lane.text()));
                });
        for (Piece piece : Piece.of(recording.ops())) {
            Op op = piece.op();
            Integer lane = lanes.get(name(new Row(op.place(), op.lane())));
            if (lane != null) {
                var kind = new Timeline.Kind(
                        piece.name(), op.kernelLine(), piece.waiting(), op.phase(), Waits.beginsAfter(op));
                timeline.slice(lane, piece.startPs(), piece.lengthPs(), kind, cargo(piece));
            }
        }
    }

    private static String name(Row row) {
        return row.place + "." + row.lane.text();
    }

    /// Bytes belong to work, or to the flight of what an engine sent without working.
    private Timeline.Cargo cargo(Piece piece) {
        Op op = piece.op();
        if (piece.part() == Piece.Part.WAIT) {
            return Timeline.Cargo.NONE;
        }
        boolean message = piece.part() == Piece.Part.WORK && (Messages.isSend(op) || Messages.isReceive(op));
        long number = message ? messages.computeIfAbsent(op.flow(), flow -> messages.size() + 1L) : 0;
        return new Timeline.Cargo(op.bytes(), number, message && Messages.isSend(op));
    }
}
