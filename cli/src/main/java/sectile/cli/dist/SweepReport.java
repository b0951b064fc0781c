package sectile.cli.dist;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.ToDoubleFunction;
import sectile.base.quantity.Unit;
import sectile.base.quantity.Units;
import sectile.dist.workload.SweepRow;
import sectile.dist.workload.SweepRow.Case;
import sectile.report.html.Cards;
import sectile.report.html.DataTable;
import sectile.report.html.HtmlReport;
import sectile.report.html.LinePlot;
import sectile.report.html.ReportPage;
import sectile.report.run.RunSummary;
import sectile.sim.topology.Topology;

/// A sweep as a page: time and bandwidth by size, with the bound drawn in, and the rows.
final class SweepReport {
    private final List<SweepRow> rows;
    private final boolean severalMachines;

    private SweepReport(List<SweepRow> rows) {
        this.rows = rows;
        this.severalMachines =
                rows.stream().mapToInt(row -> row.point().ranks()).distinct().count() > 1;
    }

    static void write(Path file, List<SweepRow> rows, Topology machine) {
        HtmlReport.write(new SweepReport(rows).page(machine), file);
    }

    private ReportPage page(Topology machine) {
        Case first = rows.getFirst().point();
        String subtitle = machine.name() + (severalMachines ? "" : ", " + RunSummary.machine(machine)) + ", "
                + first.dtype().text();
        ReportPage.Builder page =
                ReportPage.builder("Sectile: sweep of " + first.collective().text(), subtitle);
        List<Cards.Card> cards = new ArrayList<>();
        byCurve()
                .forEach((name, of) -> cards.add(new Cards.Card(
                        name, Units.rate(SweepTable.average(of) * 1e9), "average bus bandwidth over all sizes")));
        return page.add(new Cards("Summary", cards))
                .add(plot(
                        "Time by size",
                        "time",
                        Unit.PICOSECONDS,
                        row -> (double) row.latencyPs(),
                        SweepReport::boundPs))
                .add(plot(
                        "Bandwidth by size",
                        "size over time",
                        Unit.BYTES_PER_SECOND,
                        row -> row.algbw() * 1e9,
                        row -> row.point().size() * 1e12 / boundPs(row)))
                .add(new DataTable(SweepTable.table(rows)))
                .build();
    }

    /// The time that no algorithm can beat.
    private static double boundPs(SweepRow row) {
        return row.efficiency() * row.latencyPs();
    }

    private LinePlot plot(
            String title, String label, Unit unit, ToDoubleFunction<SweepRow> value, ToDoubleFunction<SweepRow> bound) {
        List<LinePlot.Series> series = new ArrayList<>();
        byCurve().forEach((name, of) -> series.add(new LinePlot.Series(name, points(of, value))));
        byMachine().forEach((name, of) -> series.add(new LinePlot.Series(name, points(of, bound))));
        return new LinePlot(
                title, new LinePlot.Axis("size", Unit.BYTES, true), new LinePlot.Axis(label, unit, true), series);
    }

    private static List<LinePlot.Point> points(List<SweepRow> of, ToDoubleFunction<SweepRow> value) {
        return of.stream()
                .map(row -> new LinePlot.Point(row.point().size(), value.applyAsDouble(row)))
                .toList();
    }

    private String suffix(SweepRow row) {
        return severalMachines ? ", " + row.point().ranks() + " ranks" : "";
    }

    private SequencedMap<String, List<SweepRow>> byCurve() {
        SequencedMap<String, List<SweepRow>> curves = new LinkedHashMap<>();
        for (SweepRow row : rows) {
            curves.computeIfAbsent(row.point().algorithm() + suffix(row), name -> new ArrayList<>())
                    .add(row);
        }
        return curves;
    }

    /// One row of each size and machine: all algorithms have the same bound.
    private SequencedMap<String, List<SweepRow>> byMachine() {
        SequencedMap<String, List<SweepRow>> bounds = new LinkedHashMap<>();
        for (SweepRow row : rows) {
            List<SweepRow> here = bounds.computeIfAbsent("bound" + suffix(row), name -> new ArrayList<>());
            if (here.stream()
                    .noneMatch(other -> other.point().size() == row.point().size())) {
                here.add(row);
            }
        }
        return bounds;
    }
}
