package sectile.cli.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import sectile.report.html.BarChart;
import sectile.report.html.Cards;
import sectile.report.html.DataTable;
import sectile.report.html.HtmlReport;
import sectile.report.html.Picture;
import sectile.report.html.ReportPage;
import sectile.report.html.SplitChart;
import sectile.report.html.Timeline;
import sectile.report.table.Unit;
import sectile.report.table.Units;
import sectile.sim.Place;
import sectile.sim.machine.MachineStatistics.EngineUse;
import sectile.sim.machine.MachineStatistics.LinkUse;
import sectile.sim.topology.HeatMap;
import sectile.sim.topology.LinkPlace;
import sectile.sim.topology.Topology;
import sectile.sim.topology.TopologySvg;
import sectile.sim.trace.Lane;
import sectile.sim.trace.Op;
import sectile.sim.workload.WorkloadResult.Phase;

/// An [Outcome] as a page: summary, where the time went, the machine coloured by use, the timeline, the tables.
public final class ReportFile {
    private static final int BARS = 10;

    private ReportFile() {}

    /// Writes the page of a run.
    public static void write(Path file, Outcome outcome, List<Op> ops) {
        ReportPage.Builder page = ReportPage.builder(
                "Sectile: " + outcome.workload(),
                outcome.topology().name() + ", " + outcome.topology().sips() + " SIPs × "
                        + outcome.topology().cubes() + " cubes × "
                        + outcome.topology().pesPerCube() + " PEs, seed " + outcome.seed());
        page.add(summary(outcome)).add(split(outcome));
        Levels levels = Levels.of(ops);
        if (!levels.isEmpty()) {
            page.add(levels.chart(outcome.measuredPs())).add(new DataTable(levels.table(outcome.measuredPs())));
        }
        Facts.table(outcome).ifPresent(facts -> page.add(new DataTable(facts)));
        page.add(bars("Busiest engines", engineBars(outcome)))
                .add(bars("Busiest links", linkBars(outcome)))
                .add(machine(outcome))
                .add(timeline(ops))
                .add(new DataTable(Summary.phases(outcome)))
                .add(new DataTable(Summary.engines(outcome)))
                .add(new DataTable(Summary.links(outcome)));
        HtmlReport.write(page.build(), file);
    }

    private static Cards summary(Outcome outcome) {
        String checked = outcome.data() ? Units.count(outcome.checked()) + " checked" : "timing only";
        return new Cards(
                "Summary",
                List.of(
                        new Cards.Card("Latency", Units.time((double) outcome.latencyPs()), "simulated"),
                        new Cards.Card("Wrong values", Units.count(outcome.wrong()), checked),
                        new Cards.Card(
                                "Events",
                                Units.count(outcome.statistics().events()),
                                Units.count(Math.round(outcome.eventsPerSecond())) + " per second"),
                        new Cards.Card("Trace hash", outcome.statistics().traceHash(), "equal runs, equal hash")));
    }

    private static SplitChart split(Outcome outcome) {
        List<SplitChart.Row> rows = new ArrayList<>();
        for (Phase phase : outcome.phases()) {
            rows.add(new SplitChart.Row(
                    phase.name(), List.of((double) phase.result().peExecutionPs(), (double)
                            phase.result().networkPs())));
        }
        return new SplitChart(
                "Where the latency went", Unit.PICOSECONDS, List.of("PE execution", "control network"), rows);
    }

    private static BarChart bars(String title, List<BarChart.Bar> bars) {
        return new BarChart(title, Unit.RATIO, 1, bars);
    }

    private static List<BarChart.Bar> engineBars(Outcome outcome) {
        return outcome.statistics().engines().stream()
                .limit(BARS)
                .map(use -> new BarChart.Bar(use.name(), part(use.busyPs(), outcome)))
                .toList();
    }

    private static List<BarChart.Bar> linkBars(Outcome outcome) {
        return outcome.statistics().links().stream()
                .limit(BARS)
                .map(use -> new BarChart.Bar(use.name(), part(use.busyPs(), outcome)))
                .toList();
    }

    /// A part of the measured time. Messages still under way when the host knows of the end can make it more than all.
    private static double part(long busyPs, Outcome outcome) {
        return outcome.measuredPs() == 0 ? 0 : Math.min(1, (double) busyPs / outcome.measuredPs());
    }

    private static Picture machine(Outcome outcome) {
        Topology topology = outcome.topology();
        HeatMap.Builder heat = HeatMap.builder("utilisation");
        Map<LinkPlace, Double> links = new HashMap<>();
        for (LinkUse use : outcome.statistics().links()) {
            use.place().ifPresent(place -> links.merge(place, part(use.busyPs(), outcome), Math::max));
        }
        links.forEach(heat::link);
        cubes(outcome).forEach((cube, busy) -> heat.cube(cube.sip(), cube.cube(), busy));
        return new Picture(
                "The machine, coloured by use",
                TopologySvg.draw(topology, heat.build()),
                "Links by their own utilisation, cubes by that of their busiest engine");
    }

    /// Each cube by the busiest engine in it.
    private static Map<Place, Double> cubes(Outcome outcome) {
        Map<Place, Double> busiest = new HashMap<>();
        for (EngineUse use : outcome.statistics().engines()) {
            Place cube = new Place(use.place().sip(), use.place().cube(), 0);
            busiest.merge(cube, part(use.busyPs(), outcome), Math::max);
        }
        return busiest;
    }

    private static Timeline timeline(List<Op> ops) {
        Timeline.Builder timeline = Timeline.builder("Timeline");
        record Row(Place place, Lane lane) {}
        Map<Row, Integer> lanes = new HashMap<>();
        ops.stream()
                .map(op -> new Row(op.place(), op.lane()))
                .distinct()
                .sorted(java.util.Comparator.comparingInt((Row row) -> row.place.sip())
                        .thenComparingInt(row -> row.place.cube())
                        .thenComparingInt(row -> row.place.pe())
                        .thenComparing(Row::lane))
                .forEach(row -> lanes.put(row, timeline.lane(row.place.toString(), row.lane.text())));
        for (Op op : ops) {
            Integer lane = lanes.get(new Row(op.place(), op.lane()));
            if (lane != null) {
                timeline.slice(lane, op.startPs(), op.endPs() - op.startPs(), op.name());
            }
        }
        return timeline.build();
    }
}
