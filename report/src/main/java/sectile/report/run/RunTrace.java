package sectile.report.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import sectile.report.perfetto.Counter;
import sectile.report.perfetto.Details;
import sectile.report.perfetto.PerfettoWriter;
import sectile.report.perfetto.TimeAxis;
import sectile.report.perfetto.Track;
import sectile.sim.Place;
import sectile.sim.trace.Lane;
import sectile.sim.trace.Occupancy;
import sectile.sim.trace.Op;
import sectile.sim.workload.WorkloadResult.Phase;

/// A run as a Perfetto trace: the launches and control processors; a process per SIP, in it cubes, in them PEs with a
/// lane per engine; arrows from sends to receives; per SIP the messages it has in flight and the bytes being moved; the
/// links.
public final class RunTrace {
    private final PerfettoWriter trace;
    private final Map<Integer, Track> sips = new HashMap<>();
    private final Map<Place, Track> cubes = new HashMap<>();
    private final Map<Place, Track> pes = new HashMap<>();
    private final Map<Place, Map<Lane, sectile.report.perfetto.Lane>> lanes = new HashMap<>();
    private final Details details = new Details();

    private RunTrace(PerfettoWriter trace) {
        this.trace = trace;
    }

    public static void write(Path file, Outcome outcome, Recording recording) throws IOException {
        try (PerfettoWriter writer = PerfettoWriter.create(file, TimeAxis.NANOSECONDS)) {
            RunTrace trace = new RunTrace(writer);
            trace.phases(outcome);
            trace.occupancies(recording.occupancies(), Occupancy.Kind.PROCESSOR, "control processors");
            Set<Long> received = new HashSet<>();
            recording.ops().stream().filter(Messages::isReceive).forEach(op -> received.add(op.flow()));
            for (Piece piece : Piece.of(recording.ops())) {
                trace.slice(piece, received);
            }
            trace.occupancies(recording.occupancies(), Occupancy.Kind.LINK, "links");
            trace.counters(recording.ops());
            writer.finish();
        }
    }

    private void phases(Outcome outcome) {
        Track launches = trace.process("launches");
        var whole = trace.lane(launches, "phase");
        for (Phase phase : outcome.phases()) {
            long start = phase.result().submittedPs() - outcome.submittedPs();
            details.clear().text("detail", phase.detail());
            trace.slice(whole, start, phase.result().latencyPs(), phase.name(), details);
        }
        var parts = trace.lane(launches, "part");
        for (PhasePart part : PhasePart.of(outcome)) {
            trace.slice(parts, part.startPs(), part.lengthPs(), part.name());
        }
    }

    private void occupancies(List<Occupancy> all, Occupancy.Kind kind, String process) {
        List<Occupancy> shown = all.stream().filter(each -> each.kind() == kind).toList();
        if (shown.isEmpty()) {
            return;
        }
        Track parent = trace.process(process);
        Map<String, sectile.report.perfetto.Lane> byName = new TreeMap<>(Names.NUMERIC);
        Set<String> names = new TreeSet<>(Names.NUMERIC);
        shown.forEach(each -> names.add(each.name()));
        names.forEach(name -> byName.put(name, trace.lane(parent, name)));
        for (Occupancy each : shown) {
            var lane = Objects.requireNonNull(byName.get(each.name()));
            long length = each.endPs() - each.startPs();
            if (each.bytes() > 0 || !each.line().isEmpty()) {
                details.clear();
                if (each.bytes() > 0) {
                    details.number("bytes", each.bytes());
                }
                if (!each.line().isEmpty()) {
                    details.text("kernel line", each.line());
                }
                trace.slice(lane, each.startPs(), length, each.what(), details);
            } else {
                trace.slice(lane, each.startPs(), length, each.what());
            }
        }
    }

    private void slice(Piece piece, Set<Long> received) {
        Op op = piece.op();
        details.clear();
        if (op.bytes() > 0) {
            details.number("bytes", op.bytes());
        }
        if (op.flops() > 0) {
            details.number("operations", op.flops());
        }
        if (!op.kernelLine().isEmpty()) {
            details.text("kernel line", op.kernelLine());
        }
        String after = Waits.beginsAfter(op);
        if (!after.isEmpty()) {
            details.text("begins after", after);
        }
        details.number("start ps", piece.startPs()).number("length ps", piece.lengthPs());
        if (!piece.waiting() && received.contains(op.flow())) {
            if (Messages.isReceive(op)) {
                details.flowIn(op.flow());
            } else if (Messages.isSend(op)) {
                details.flowOut(op.flow());
            }
        }
        trace.slice(lane(op), piece.startPs(), piece.lengthPs(), piece.name(), details);
    }

    private sectile.report.perfetto.Lane lane(Op op) {
        return lanes.computeIfAbsent(op.place(), place -> new HashMap<>())
                .computeIfAbsent(op.lane(), lane -> trace.lane(pe(op.place()), lane.text()));
    }

    private Track pe(Place place) {
        return pes.computeIfAbsent(place, p -> trace.group(cube(p), "pe" + p.pe()));
    }

    private Track cube(Place place) {
        return cubes.computeIfAbsent(
                new Place(place.sip(), place.cube(), 0), p -> trace.group(sip(p.sip()), "cube" + p.cube()));
    }

    private Track sip(int sip) {
        return sips.computeIfAbsent(sip, number -> trace.process("sip" + number));
    }

    /// A change of a count at a time.
    private record Step(long timePs, int sip, long change) {}

    private void counters(List<Op> ops) {
        List<Step> messages = new ArrayList<>();
        List<Step> bytes = new ArrayList<>();
        // A receive is often asked for before its send; and the message counts for the SIP that sent it.
        Map<Long, Integer> senders = new HashMap<>();
        ops.stream()
                .filter(Messages::isSend)
                .forEach(op -> senders.put(op.flow(), op.place().sip()));
        for (Op op : ops) {
            int sip = op.place().sip();
            if (Messages.isSend(op)) {
                messages.add(new Step(op.endPs(), sip, 1));
            } else if (Messages.isReceive(op)) {
                Integer sender = senders.get(op.flow());
                if (sender != null) {
                    messages.add(new Step(op.endPs(), sender, -1));
                }
            } else if (op.lane() == Lane.DMA_IN || op.lane() == Lane.DMA_OUT) {
                bytes.add(new Step(op.startPs(), sip, op.bytes()));
                bytes.add(new Step(op.endPs(), sip, -op.bytes()));
            }
        }
        sample("messages in flight", "messages", messages);
        sample("bytes being moved", "B", bytes);
    }

    private void sample(String name, String unit, List<Step> steps) {
        steps.sort(Comparator.comparingLong(Step::timePs));
        Map<Integer, Counter> counters = new HashMap<>();
        Map<Integer, Long> values = new HashMap<>();
        for (Step step : steps) {
            long value = values.merge(step.sip, step.change, Long::sum);
            Counter counter = counters.computeIfAbsent(step.sip, number -> trace.counter(sip(number), name, unit));
            trace.sample(counter, step.timePs, value);
        }
    }
}
