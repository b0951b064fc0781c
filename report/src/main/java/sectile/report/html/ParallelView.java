package sectile.report.html;

import java.util.List;

/// Parallel coordinates as a drawing. Lines that stand out are drawn last.
final class ParallelView {
    private static final double STEP = 150;
    private static final double MARGIN = 70;
    private static final double HEIGHT = 360;
    private static final double TOP = 44;
    private static final double BOTTOM = 24;
    private static final int MOST_WORDS = 24;

    private ParallelView() {}

    static void write(ParallelPlot plot, Html out) {
        double width = 2 * MARGIN + STEP * Math.max(1, plot.axes().size() - 1);
        out.raw("<div class=\"scroll\" tabindex=\"0\" role=\"region\"").attribute("aria-label", plot.title());
        out.raw("><svg class=\"plot parallel\" role=\"img\"")
                .attribute("viewBox", "0 0 " + Html.number(width) + " " + Html.number(HEIGHT))
                .attribute(
                        "style",
                        "min-width:" + Html.number(Math.max(320, width * 0.7)) + "px;max-width:"
                                + Html.number(width * 1.4) + "px")
                .attribute("aria-label", "a line per point; the tables have the values")
                .raw(">");
        double[] low = new double[plot.axes().size()];
        double[] high = new double[plot.axes().size()];
        for (int i = 0; i < low.length; i++) {
            int axis = i;
            low[i] = plot.lines().stream()
                    .mapToDouble(line -> line.values().get(axis))
                    .min()
                    .orElse(0);
            high[i] = plot.lines().stream()
                    .mapToDouble(line -> line.values().get(axis))
                    .max()
                    .orElse(1);
        }
        for (boolean strong : new boolean[] {false, true}) {
            for (ParallelPlot.Line line : plot.lines()) {
                if (line.strong() == strong) {
                    line(line, low, high, out);
                }
            }
        }
        for (int i = 0; i < plot.axes().size(); i++) {
            axis(plot.axes().get(i), x(i), low[i], high[i], out);
        }
        out.raw("</svg></div>");
    }

    private static double x(int axis) {
        return MARGIN + STEP * axis;
    }

    private static double y(double value, double low, double high) {
        double share = high > low ? (value - low) / (high - low) : 0.5;
        return HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP);
    }

    private static void line(ParallelPlot.Line line, double[] low, double[] high, Html out) {
        var path = new StringBuilder();
        for (int i = 0; i < low.length; i++) {
            path.append(i == 0 ? "M" : "L").append(Html.number(x(i))).append(',');
            path.append(Html.number(y(line.values().get(i), low[i], high[i])));
        }
        out.raw("<path")
                .attribute("class", line.strong() ? "strong" : "weak")
                .attribute("d", path.toString())
                .raw("><title>")
                .text(line.label())
                .raw("</title></path>");
    }

    private static void axis(ParallelPlot.Axis axis, double x, double low, double high, Html out) {
        out.raw("<line")
                .attribute("x1", x)
                .attribute("x2", x)
                .attribute("y1", TOP)
                .attribute("y2", HEIGHT - BOTTOM)
                .raw("/>");
        text("axis", x, 16, axis.label(), out);
        List<String> words = axis.words();
        if (words.isEmpty()) {
            text("", x, TOP - 8, axis.unit().format(high), out);
            if (high > low) {
                text("", x, HEIGHT - BOTTOM + 16, axis.unit().format(low), out);
            }
            return;
        }
        for (int i = 0; i < words.size() && words.size() <= MOST_WORDS; i++) {
            if (i >= low && i <= high) {
                text("place", x, y(i, low, high) + 4, words.get(i), out);
            }
        }
    }

    private static void text(String kind, double x, double y, String words, Html out) {
        out.raw("<text text-anchor=\"middle\"")
                .attribute("class", kind)
                .attribute("x", x)
                .attribute("y", y)
                .raw(">")
                .text(words)
                .raw("</text>");
    }
}
