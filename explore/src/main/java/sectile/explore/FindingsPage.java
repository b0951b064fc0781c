package sectile.explore;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import sectile.base.quantity.Unit;
import sectile.base.quantity.Units;
import sectile.report.html.BarChart;
import sectile.report.html.Cards;
import sectile.report.html.DataTable;
import sectile.report.html.HtmlReport;
import sectile.report.html.LinePlot;
import sectile.report.html.ParallelPlot;
import sectile.report.html.Prose;
import sectile.report.html.ReportPage;

/// Findings as one HTML file.
public final class FindingsPage {
    private final Findings findings;
    private final Plan plan;

    private FindingsPage(Findings findings) {
        this.findings = findings;
        this.plan = findings.plan();
    }

    public static void write(Path file, Findings findings) {
        HtmlReport.write(page(findings), file);
    }

    static ReportPage page(Findings findings) {
        return new FindingsPage(findings).page();
    }

    private ReportPage page() {
        FindingsTables tables = new FindingsTables(findings);
        ReportPage.Builder page = ReportPage.builder(
                "Exploration of " + plan.words().getFirst(),
                "run " + String.join(" ", plan.words()) + " · " + FindingsText.summary(findings));
        page.add(cards());
        page.add(new DataTable(
                tables.front("Best points"),
                plan.objectives().size() == 1
                        ? "Points with the best value of the objective."
                        : "Points that no other point beats in all objectives (the Pareto front)."));
        for (int i = 1; i < plan.objectives().size(); i++) {
            page.add(scatter(0, i));
        }
        page.add(parallel());
        List<Sensitivity> sensitivity = Sensitivity.of(findings);
        for (Objective objective : plan.objectives()) {
            List<Sensitivity> those = sensitivity.stream()
                    .filter(each -> each.objective().equals(objective))
                    .toList();
            if (!those.isEmpty()) {
                page.add(BarChart.relative(
                        "What changes " + FindingsTables.label(objective.name()),
                        Unit.RATIO,
                        those.stream()
                                .map(each -> new BarChart.Bar(each.axis().name(), each.effect()))
                                .toList()));
                page.add(means(objective, those));
            }
        }
        page.add(new DataTable(tables.all("All points"), ""));
        page.add(new Prose("How to repeat a point", commands(), true));
        return page.build();
    }

    private Cards cards() {
        List<Cards.Card> cards = new ArrayList<>();
        cards.add(new Cards.Card("Points", Units.count(findings.rows().size()), ""));
        cards.add(new Cards.Card("Best", Units.count(findings.front().size()), ""));
        if (!plan.constraints().isEmpty()) {
            cards.add(new Cards.Card(
                    "Outside the constraints", Units.count(findings.infeasible().size()), constraints()));
        }
        if (!findings.failed().isEmpty()) {
            cards.add(new Cards.Card("Failed", Units.count(findings.failed().size()), ""));
        }
        for (int i = 0; i < plan.objectives().size(); i++) {
            Objective objective = plan.objectives().get(i);
            int index = i;
            var values = findings.rows().stream()
                    .filter(Findings.Row::counts)
                    .mapToDouble(row -> row.objectives().get(index))
                    .summaryStatistics();
            if (values.getCount() > 0) {
                Unit unit = FindingsTables.unit(objective.name());
                double best = objective.maximized() ? values.getMax() : values.getMin();
                double worst = objective.maximized() ? values.getMin() : values.getMax();
                cards.add(new Cards.Card(
                        "Best " + FindingsTables.label(objective.name()),
                        unit.format(best),
                        "worst " + unit.format(worst)));
            }
        }
        return new Cards("Summary", cards);
    }

    private String constraints() {
        return String.join(
                ", ", plan.constraints().stream().map(Constraint::formula).toList());
    }

    private LinePlot scatter(int across, int up) {
        Objective x = plan.objectives().get(across);
        Objective y = plan.objectives().get(up);
        List<LinePlot.Point> best = new ArrayList<>();
        List<LinePlot.Point> beaten = new ArrayList<>();
        List<LinePlot.Point> outside = new ArrayList<>();
        for (Findings.Row row : findings.front()) {
            best.add(point(row, across, up));
        }
        for (Findings.Row row : findings.rows()) {
            if (!row.best() && !row.objectives().isEmpty() && row.last()) {
                (row.counts() ? beaten : outside).add(point(row, across, up));
            }
        }
        List<LinePlot.Series> series = new ArrayList<>();
        series.add(new LinePlot.Series("best", best, plan.objectives().size() == 2));
        series.add(new LinePlot.Series("beaten", beaten, false));
        if (!outside.isEmpty()) {
            series.add(new LinePlot.Series("outside the constraints or wrong", outside, false));
        }
        return new LinePlot(
                FindingsTables.label(y.name()) + " against " + FindingsTables.label(x.name()),
                axis(x),
                axis(y),
                series);
    }

    private static LinePlot.Axis axis(Objective objective) {
        return new LinePlot.Axis(FindingsTables.label(objective.name()), FindingsTables.unit(objective.name()), false);
    }

    private LinePlot.Point point(Findings.Row row, int across, int up) {
        return new LinePlot.Point(row.objectives().get(across), row.objectives().get(up), label(row));
    }

    private String label(Findings.Row row) {
        var text = new StringBuilder("point ").append(row.number());
        for (int i = 0; i < plan.axes().size(); i++) {
            text.append('\n')
                    .append(plan.axes().get(i).name())
                    .append(" = ")
                    .append(row.values().get(i));
        }
        return text.toString();
    }

    private ParallelPlot parallel() {
        List<ParallelPlot.Axis> axes = new ArrayList<>();
        for (Axis axis : plan.axes()) {
            axes.add(new ParallelPlot.Axis(axis.name(), Unit.TEXT, axis.values()));
        }
        for (Objective objective : plan.objectives()) {
            axes.add(new ParallelPlot.Axis(
                    FindingsTables.label(objective.name()), FindingsTables.unit(objective.name()), List.of()));
        }
        List<ParallelPlot.Line> lines = new ArrayList<>();
        for (Findings.Row row : findings.rows()) {
            if (row.counts()) {
                List<Double> values = new ArrayList<>();
                for (int i = 0; i < plan.axes().size(); i++) {
                    values.add((double)
                            plan.axes().get(i).values().indexOf(row.values().get(i)));
                }
                values.addAll(row.objectives());
                lines.add(new ParallelPlot.Line(label(row), values, row.best()));
            }
        }
        return new ParallelPlot("Parallel coordinates", axes, lines);
    }

    /// The mean of an objective by the values of each axis, which are numbered along the axis of the plot.
    private static LinePlot means(Objective objective, List<Sensitivity> all) {
        List<LinePlot.Series> series = new ArrayList<>();
        for (Sensitivity each : all) {
            List<LinePlot.Point> points = new ArrayList<>();
            for (int i = 0; i < each.means().size(); i++) {
                Sensitivity.Mean mean = each.means().get(i);
                points.add(new LinePlot.Point(i + 1, mean.mean(), each.axis().name() + " = " + mean.value()));
            }
            series.add(new LinePlot.Series(each.axis().name(), points));
        }
        return new LinePlot(
                "Mean " + FindingsTables.label(objective.name()) + " by the values of each axis",
                new LinePlot.Axis("value of the axis, by number", Unit.NUMBER, false),
                axis(objective),
                series);
    }

    private String commands() {
        var text = new StringBuilder();
        for (Findings.Row row : findings.front()) {
            text.append("# point ").append(row.number()).append("\nsectile ");
            text.append(String.join(" ", row.words())).append('\n');
        }
        return text.toString();
    }
}
