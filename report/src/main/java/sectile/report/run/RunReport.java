package sectile.report.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import sectile.base.quantity.Unit;
import sectile.base.quantity.Units;
import sectile.report.html.BarChart;
import sectile.report.html.Cards;
import sectile.report.html.DataTable;
import sectile.report.html.HtmlReport;
import sectile.report.html.Picture;
import sectile.report.html.ReportPage;
import sectile.report.html.SplitChart;
import sectile.report.html.Timeline;
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
public final class RunReport {
    private static final int BARS = 10;

    private RunReport() {}

    /// Writes the page of a run.
    public static void write(Path file, Outcome outcome, Recording recording) {
        HtmlReport.write(page(outcome, recording), file);
    }

    /// The page of a run.
    public static ReportPage page(Outcome outcome, Recording recording) {
        List<Op> ops = recording.ops();
        ReportPage.Builder page = ReportPage.builder(
                "Sectile: " + outcome.workload(),
                outcome.topology().name() + ", " + RunSummary.machine(outcome.topology()) + ", seed " + outcome.seed());
        page.add(summary(outcome));
        if (!outcome.wrongValues().isEmpty()) {
            page.add(new DataTable(WrongValues.table(outcome.wrongValues())));
        }
        page.add(split(outcome));
        Levels levels = Levels.of(ops);
        if (!levels.isEmpty()) {
            page.add(levels.chart(outcome.latencyPs())).add(new DataTable(levels.table(outcome.latencyPs())));
        }
        Figures.table(outcome.figures()).ifPresent(figures -> page.add(new DataTable(figures)));
        page.add(bars("Busiest engines", engineBars(outcome)))
                .add(bars("Busiest links", linkBars(outcome)))
                .add(machine(outcome))
                .add(timeline(ops))
                .add(new DataTable(RunTables.phases(outcome)))
                .add(new DataTable(RunTables.engines(
                        "Engines", outcome, outcome.statistics().engines())))
                .add(new DataTable(
                        RunTables.links("Links", outcome, outcome.statistics().links())));
        return page.build();
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
                                outcome.eventsPerSecond()
                                        .map(rate -> Units.count(Math.round(rate)) + " per second")
                                        .orElse("")),
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

    /// A part of the measured time that a scale from 0 to 1 can show.
    private static double part(long busyPs, Outcome outcome) {
        return Math.min(1, outcome.part(busyPs));
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
        for (Piece piece : Piece.of(ops)) {
            Integer lane = lanes.get(new Row(piece.op().place(), piece.op().lane()));
            if (lane != null) {
                timeline.slice(lane, piece.startPs(), piece.lengthPs(), piece.name());
            }
        }
        return timeline.build();
    }
}
