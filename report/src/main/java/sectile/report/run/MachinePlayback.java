package sectile.report.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import sectile.report.html.Playback;
import sectile.sim.Place;
import sectile.sim.machine.MachineStatistics.EngineUse;
import sectile.sim.machine.MachineStatistics.LinkUse;
import sectile.sim.topology.HeatMap;
import sectile.sim.topology.LinkPlace;
import sectile.sim.topology.TopologySvg;
import sectile.sim.trace.Occupancy;
import sectile.sim.trace.Op;

/// The machine of a run, coloured by use: over the whole run, and from moment to moment.
final class MachinePlayback {
    private static final int FRAMES = 240;

    /// The work of one engine or link in each frame, in picoseconds.
    private static final class Work {
        private final double[] frames = new double[FRAMES];

        void add(long startPs, long endPs, double framePs) {
            int last = (int) Math.min(FRAMES - 1, endPs / framePs);
            for (int i = (int) Math.min(FRAMES - 1, startPs / framePs); i <= last; i++) {
                frames[i] += Math.max(
                        0, Math.min((double) endPs, (i + 1) * framePs) - Math.max((double) startPs, i * framePs));
            }
        }
    }

    private final Outcome outcome;
    private final double framePs;
    private final Map<String, int[]> levels = new LinkedHashMap<>();

    private MachinePlayback(Outcome outcome) {
        this.outcome = outcome;
        this.framePs = Math.max(1, (double) (outcome.completedPs() - outcome.submittedPs()) / FRAMES);
    }

    static Playback of(Outcome outcome, Recording recording) {
        MachinePlayback built = new MachinePlayback(outcome);
        built.cubes(recording.ops());
        built.links(recording.occupancies());
        return built.section();
    }

    /// Each cube by the busiest engine in it.
    private void cubes(List<Op> ops) {
        Map<String, Work> engines = new HashMap<>();
        Map<String, String> cubes = new HashMap<>();
        for (Op op : ops) {
            String engine = op.place() + "." + op.lane().text();
            engines.computeIfAbsent(engine, name -> new Work()).add(op.workStartPs(), op.workEndPs(), framePs);
            cubes.put(engine, TopologySvg.cubeKey(op.place().sip(), op.place().cube()));
        }
        engines.forEach((engine, work) -> raise(cubes.getOrDefault(engine, ""), work));
    }

    private void links(List<Occupancy> occupancies) {
        Map<String, String> keys = new HashMap<>();
        for (LinkUse use : outcome.statistics().links()) {
            use.place().ifPresent(place -> keys.put(use.name(), place.key()));
        }
        Map<String, Work> links = new HashMap<>();
        for (Occupancy each : occupancies) {
            if (keys.containsKey(each.name())) {
                links.computeIfAbsent(each.name(), name -> new Work()).add(each.startPs(), each.endPs(), framePs);
            }
        }
        links.forEach((name, work) -> raise(keys.getOrDefault(name, ""), work));
    }

    private void raise(String key, Work work) {
        int[] highest = levels.computeIfAbsent(key, k -> new int[FRAMES]);
        for (int i = 0; i < FRAMES; i++) {
            int level = (int) Math.round(255 * Math.min(1, work.frames[i] / framePs));
            highest[i] = Math.max(highest[i], level);
        }
    }

    private Playback section() {
        HeatMap.Builder heat = HeatMap.builder("utilisation");
        List<Playback.Part> parts = new ArrayList<>();
        Map<LinkPlace, Double> links = new LinkedHashMap<>();
        Map<LinkPlace, String> names = new HashMap<>();
        for (LinkUse use : outcome.statistics().links()) {
            use.place().ifPresent(place -> {
                links.merge(place, part(use.busyPs()), Math::max);
                names.merge(place, use.name(), (one, other) -> one.length() >= other.length() ? one : other);
            });
        }
        links.forEach((place, busy) -> {
            heat.link(place, busy);
            parts.add(part(place.key(), names.getOrDefault(place, ""), busy));
        });
        Map<Place, Double> cubes = new LinkedHashMap<>();
        for (EngineUse use : outcome.statistics().engines()) {
            cubes.merge(new Place(use.place().sip(), use.place().cube(), 0), part(use.busyPs()), Math::max);
        }
        cubes.forEach((cube, busy) -> {
            heat.cube(cube.sip(), cube.cube(), busy);
            String name = "sip" + cube.sip() + ".cube" + cube.cube() + ", its busiest engine";
            parts.add(part(TopologySvg.cubeKey(cube.sip(), cube.cube()), name, busy));
        });
        return new Playback(
                "The machine, coloured by use",
                TopologySvg.draw(outcome.topology(), heat.build(), outcome.cut()),
                "Links by their own utilisation, cubes by that of their busiest engine; the slider shows a moment of the"
                        + " run"
                        + (outcome.cut().links().isEmpty() ? "" : "; the links that limit every algorithm are red"),
                outcome.completedPs() - outcome.submittedPs(),
                FRAMES,
                parts);
    }

    private Playback.Part part(String key, String name, double busy) {
        int[] own = levels.getOrDefault(key, new int[FRAMES]);
        return new Playback.Part(key, name, busy, Arrays.stream(own).boxed().toList());
    }

    /// A part of the measured time that a scale from 0 to 1 can show.
    private double part(long busyPs) {
        return Math.min(1, outcome.part(busyPs));
    }
}
