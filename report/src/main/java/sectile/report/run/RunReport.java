package sectile.report.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sectile.base.quantity.Unit;
import sectile.base.quantity.Units;
import sectile.report.html.BarChart;
import sectile.report.html.Cards;
import sectile.report.html.DataTable;
import sectile.report.html.HtmlReport;
import sectile.report.html.Prose;
import sectile.report.html.ReportPage;
import sectile.report.html.SplitChart;
import sectile.sim.machine.MachineStatistics.EngineUse;
import sectile.sim.machine.MachineStatistics.LinkUse;
import sectile.sim.path.Piece;
import sectile.sim.workload.WorkloadResult.Phase;

/// An [Outcome] as a page: summary, where the time went, the timeline, the machine coloured by use, the tables.
public final class RunReport {
    private static final int BARS = 10;
    /// A browser is still quick with a table of this many rows.
    private static final int ROWS = 5_000;

    private RunReport() {}

    /// Writes the page of a run.
    public static void write(Path file, Outcome outcome, Recording recording) {
        HtmlReport.write(page(outcome, recording), file);
    }

    /// The page of a run.
    public static ReportPage page(Outcome measured, Recording recording) {
        Outcome outcome = measured.recorded().phases().isEmpty() ? measured.recordedIn(recording) : measured;
        ReportPage.Builder page = ReportPage.builder(
                "Sectile: " + outcome.workload(),
                outcome.topology().name() + ", " + RunSummary.machine(outcome.topology()) + ", seed " + outcome.seed());
        page.add(summary(outcome));
        outcome.why().ifPresent(why -> page.add(new Prose("Why", WhySentence.of(outcome, why), false)));
        if (!outcome.wrongValues().isEmpty()) {
            page.add(new DataTable(WrongValues.table(outcome.wrongValues())));
        }
        page.add(split(outcome));
        outcome.why().ifPresent(why -> why(page, outcome, why));
        Figures.table(outcome.figures()).ifPresent(figures -> page.add(new DataTable(figures)));
        Energy.of(outcome)
                .ifPresent(energy -> page.add(new DataTable(energy.byPart(), energy.sentence()))
                        .add(new DataTable(energy.byLine())));
        outcome.results().ifPresent(results -> page.add(new DataTable(results.table())));
        page.add(RunTimeline.of(outcome, recording));
        SourceLines.table(outcome)
                .ifPresent(lines -> page.add(new DataTable(
                        lines, "Work and waiting on all PEs together, so that both can exceed the latency.")));
        CauseTime.table(outcome.recorded().causes())
                .ifPresent(causes -> page.add(new DataTable(
                        causes,
                        "What had to happen for an operation to begin, and how long its engine had nothing to do before;"
                                + " of all engines together.")));
        page.add(engineChart(outcome)).add(new BarChart("Busiest links", Unit.RATIO, 1, linkBars(outcome)));
        List<LevelTime> levels = outcome.recorded().levels();
        if (!levels.isEmpty()) {
            page.add(Levels.chart(levels, outcome.latencyPs()))
                    .add(new DataTable(Levels.table(levels, outcome.latencyPs())));
        }
        List<EngineUse> engines = outcome.statistics().engines();
        List<LinkUse> links = outcome.statistics().links();
        PhaseTables.phases(outcome, ROWS)
                .ifPresent(phases -> page.add(new DataTable(
                        phases, "Work and waiting of all engines together, so that both can exceed the time.")));
        Roofline.plot(PhaseTables.rooflines(outcome)).ifPresent(page::add);
        PhaseTables.rooflineTable(outcome, ROWS).ifPresent(table -> page.add(new DataTable(table)));
        page.add(MachinePlayback.of(outcome, recording))
                .add(new DataTable(RunTables.phases(outcome)))
                .add(new DataTable(RunTables.engines("Engines", outcome, first(engines)), note(engines)))
                .add(new DataTable(RunTables.links("Links", outcome, first(links)), note(links)));
        return page.build();
    }

    private static void why(ReportPage.Builder page, Outcome outcome, Why why) {
        page.add(new DataTable(
                        WhyTables.causes(outcome, why),
                        "The pieces of the critical path follow each other; they add up to the latency."))
                .add(new DataTable(WhyTables.resources(outcome, why, ROWS)))
                .add(new DataTable(WhyTables.lines(outcome, why, ROWS)));
        WhyTables.slack(why, ROWS)
                .ifPresent(slack -> page.add(new DataTable(
                        slack, "How much later its work could have ended without the run ending later.")));
    }

    private static <T> List<T> first(List<T> all) {
        return all.subList(0, Math.min(ROWS, all.size()));
    }

    private static String note(List<?> all) {
        return all.size() <= ROWS
                ? ""
                : "The busiest " + Units.count(ROWS) + " of " + Units.count(all.size()) + "; the JSON has all of them.";
    }

    private static Cards summary(Outcome outcome) {
        String checked = outcome.data() ? Units.count(outcome.checked()) + " checked" : "timing only";
        return new Cards(
                "Summary",
                List.of(
                        new Cards.Card("Latency", Units.time(outcome.latencyPs()), "simulated"),
                        new Cards.Card("Wrong values", Units.count(outcome.wrong()), checked),
                        new Cards.Card(
                                "Events",
                                Units.count(outcome.statistics().events()),
                                outcome.eventsPerSecond()
                                        .map(rate -> Units.count(Math.round(rate)) + " per second")
                                        .orElse("")),
                        new Cards.Card(
                                "Trace hash",
                                outcome.statistics().traceHash(),
                                outcome.statistics()
                                        .valueHash()
                                        .map(hash -> "values " + hash)
                                        .orElse("equal operations, equal hash"))));
    }

    /// The causes of the critical path. Without one, when kernels ran: what they waited for in between counts, too.
    private static SplitChart split(Outcome outcome) {
        Optional<Why> why = outcome.why();
        if (why.isPresent()) {
            List<String> causes = new ArrayList<>();
            List<Double> times = new ArrayList<>();
            why.get().path().by(Piece::cause).forEach((cause, share) -> {
                causes.add(cause.text());
                times.add((double) share.ps());
            });
            return new SplitChart(
                    "Where the latency went",
                    Unit.PICOSECONDS,
                    causes,
                    List.of(new SplitChart.Row("critical path", times)));
        }
        List<SplitChart.Row> rows = new ArrayList<>();
        for (Phase phase : outcome.phases()) {
            rows.add(new SplitChart.Row(
                    phase.name(), List.of((double) phase.result().peExecutionPs(), (double)
                            phase.result().networkPs())));
        }
        return new SplitChart(
                "Where the latency went", Unit.PICOSECONDS, List.of("PE execution", "control network"), rows);
    }

    /// The engines that worked the most, over the measured time.
    private static SplitChart engineChart(Outcome outcome) {
        List<SplitChart.Row> rows = new ArrayList<>();
        for (EngineUse use : outcome.statistics().engines().stream().limit(BARS).toList()) {
            double idle = Math.max(0, outcome.latencyPs() - use.busyPs() - use.waitPs());
            rows.add(new SplitChart.Row(use.name(), List.of((double) use.busyPs(), (double) use.waitPs(), idle)));
        }
        return new SplitChart("Busiest engines", Unit.PICOSECONDS, List.of("work", "waiting", "idle"), rows);
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
}
