package sectile.cli.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import sectile.report.perfetto.Counter;
import sectile.report.perfetto.Details;
import sectile.report.perfetto.PerfettoWriter;
import sectile.report.perfetto.TimeAxis;
import sectile.report.perfetto.Track;
import sectile.sim.Place;
import sectile.sim.trace.Lane;
import sectile.sim.trace.Op;

/// The operations of a run as a Perfetto trace: a process per SIP, in it cubes, in them PEs with a lane per engine;
/// arrows from sends to receives; per SIP the messages it has under way and the bytes being moved.
final class Timeline {
    private final PerfettoWriter trace;
    private final Map<Integer, Track> sips = new HashMap<>();
    private final Map<Place, Track> cubes = new HashMap<>();
    private final Map<Place, Track> pes = new HashMap<>();
    private final Map<Place, Map<Lane, sectile.report.perfetto.Lane>> lanes = new HashMap<>();
    private final Details details = new Details();

    private Timeline(PerfettoWriter trace) {
        this.trace = trace;
    }

    static void write(Path file, List<Op> ops) throws IOException {
        try (PerfettoWriter trace = PerfettoWriter.create(file, TimeAxis.NANOSECONDS)) {
            Timeline timeline = new Timeline(trace);
            Set<Long> received = new HashSet<>();
            ops.stream().filter(op -> isReceive(op)).forEach(op -> received.add(op.flow()));
            for (Op op : ops) {
                timeline.slice(op, received);
            }
            timeline.counters(ops);
            trace.finish();
        }
    }

    private static boolean isReceive(Op op) {
        return op.flow() != 0 && op.name().startsWith("recv");
    }

    private static boolean isSend(Op op) {
        return op.flow() != 0 && op.name().startsWith("send");
    }

    private void slice(Op op, Set<Long> received) {
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
        details.number("start ps", op.startPs()).number("length ps", op.endPs() - op.startPs());
        if (isReceive(op)) {
            details.flowIn(op.flow());
        } else if (op.flow() != 0 && received.contains(op.flow())) {
            details.flowOut(op.flow());
        }
        trace.slice(lane(op), op.startPs(), op.endPs() - op.startPs(), op.name(), details);
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
        // A receive is asked for before its send, often; and the message is one of the SIP that sent it.
        Map<Long, Integer> senders = new HashMap<>();
        ops.stream()
                .filter(op -> isSend(op))
                .forEach(op -> senders.put(op.flow(), op.place().sip()));
        for (Op op : ops) {
            int sip = op.place().sip();
            if (isSend(op)) {
                messages.add(new Step(op.endPs(), sip, 1));
            } else if (isReceive(op)) {
                Integer sender = senders.get(op.flow());
                if (sender != null) {
                    messages.add(new Step(op.endPs(), sender, -1));
                }
            } else if (op.lane() == Lane.DMA_IN || op.lane() == Lane.DMA_OUT) {
                bytes.add(new Step(op.startPs(), sip, op.bytes()));
                bytes.add(new Step(op.endPs(), sip, -op.bytes()));
            }
        }
        sample("messages under way", "messages", messages);
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
