package sectile.report.html;

import java.util.List;
import java.util.stream.Stream;
import sectile.base.quantity.Unit;
import sectile.report.table.Table;

/// Curves as a drawing, with the numbers in a table that opens below it.
final class PlotView {
    private static final double WIDTH = 920;
    private static final double HEIGHT = 400;
    private static final double LEFT = 92;
    private static final double RIGHT = 24;
    private static final double TOP = 16;
    private static final double BOTTOM = 58;

    private PlotView() {}

    static void write(LinePlot plot, Html out) {
        if (plot.series().size() > 1) {
            ChartView.legend(
                    plot.series().stream().map(LinePlot.Series::name).toList(),
                    i -> !isNamedPoint(plot.series().get(i)),
                    out);
        }
        AxisScale x = AxisScale.of(plot.x(), values(plot, true), LEFT, WIDTH - RIGHT);
        AxisScale y = AxisScale.of(plot.y(), values(plot, false), HEIGHT - BOTTOM, TOP);
        out.raw("<div class=\"scroll\" tabindex=\"0\" role=\"region\"").attribute("aria-label", plot.title());
        out.raw("><svg class=\"plot\" role=\"img\"")
                .attribute("viewBox", "0 0 " + Html.number(WIDTH) + " " + Html.number(HEIGHT));
        out.attribute("aria-label", plot.y().label() + " over " + plot.x().label() + "; the table below has the values")
                .raw(">");
        grid(plot, x, y, out);
        for (int i = 0; i < plot.series().size(); i++) {
            curve(plot, plot.series().get(i), i, x, y, out);
        }
        PointNames.write(
                plot.series().stream()
                        .filter(PlotView::isNamedPoint)
                        .flatMap(series -> shown(plot, series)
                                .map(point -> new PointNames.Name(
                                        x.position(point.x()), y.position(point.y()), series.name())))
                        .toList(),
                WIDTH - RIGHT,
                out);
        out.raw("</svg></div><details><summary>Values</summary>");
        TableView.write(new DataTable(table(plot)), out);
        out.raw("</details>");
    }

    private static void grid(LinePlot plot, AxisScale x, AxisScale y, Html out) {
        for (double mark : y.marks()) {
            double at = y.position(mark);
            line(LEFT, at, WIDTH - RIGHT, at, out);
            label("end", LEFT - 8, at + 4, y.label(mark), out);
        }
        for (double mark : x.marks()) {
            double at = x.position(mark);
            line(at, TOP, at, HEIGHT - BOTTOM, out);
            label("middle", at, HEIGHT - BOTTOM + 20, x.label(mark), out);
        }
        double middle = (LEFT + WIDTH - RIGHT) / 2;
        out.raw("<text class=\"axis\" text-anchor=\"middle\"")
                .attribute("x", middle)
                .attribute("y", HEIGHT - 10)
                .raw(">");
        out.text(plot.x().label()).raw("</text><text class=\"axis\" text-anchor=\"middle\"");
        out.attribute("transform", "translate(16," + Html.number((TOP + HEIGHT - BOTTOM) / 2) + ") rotate(-90)")
                .raw(">");
        out.text(plot.y().label()).raw("</text>");
    }

    /// Whether the name is beside the only point, and not in the legend.
    private static boolean isNamedPoint(LinePlot.Series series) {
        return !series.joined() && series.points().size() == 1;
    }

    private static Stream<LinePlot.Point> shown(LinePlot plot, LinePlot.Series series) {
        return series.points().stream()
                .filter(p -> AxisScale.shows(plot.x(), p.x()) && AxisScale.shows(plot.y(), p.y()));
    }

    private static void curve(LinePlot plot, LinePlot.Series series, int index, AxisScale x, AxisScale y, Html out) {
        List<LinePlot.Point> shown = shown(plot, series).toList();
        var path = new StringBuilder();
        for (LinePlot.Point point : shown) {
            path.append(path.isEmpty() ? "M" : "L")
                    .append(Html.number(x.position(point.x())))
                    .append(',');
            path.append(Html.number(y.position(point.y())));
        }
        out.raw("<g")
                .attribute("class", "series " + ChartView.colour(index, series.name()))
                .raw(">");
        if (series.joined()) {
            out.raw("<path").attribute("d", path.toString()).raw("/>");
        }
        for (LinePlot.Point point : shown) {
            out.raw("<circle r=\"3.5\"")
                    .attribute("cx", x.position(point.x()))
                    .attribute("cy", y.position(point.y()))
                    .raw("><title>");
            out.text((point.label().isEmpty() ? series.name() : point.label()) + "\n"
                    + plot.x().label() + ": "
                    + plot.x().unit().format(point.x()) + "\n" + plot.y().label() + ": "
                    + plot.y().unit().format(point.y()));
            out.raw("</title></circle>");
        }
        out.raw("</g>");
    }

    private static void line(double x1, double y1, double x2, double y2, Html out) {
        out.raw("<line")
                .attribute("x1", x1)
                .attribute("y1", y1)
                .attribute("x2", x2)
                .attribute("y2", y2)
                .raw("/>");
    }

    private static void label(String anchor, double x, double y, String words, Html out) {
        out.raw("<text")
                .attribute("text-anchor", anchor)
                .attribute("x", x)
                .attribute("y", y)
                .raw(">")
                .text(words)
                .raw("</text>");
    }

    private static List<Double> values(LinePlot plot, boolean across) {
        return plot.series().stream()
                .flatMap(series -> shown(plot, series))
                .map(p -> across ? p.x() : p.y())
                .toList();
    }

    private static Table table(LinePlot plot) {
        Table.Builder table = Table.builder(plot.title())
                .column("series", Unit.TEXT)
                .column(plot.x().label(), plot.x().unit())
                .column(plot.y().label(), plot.y().unit());
        for (LinePlot.Series series : plot.series()) {
            for (LinePlot.Point point : series.points()) {
                table.row(series.name(), point.x(), point.y());
            }
        }
        return table.build();
    }
}
