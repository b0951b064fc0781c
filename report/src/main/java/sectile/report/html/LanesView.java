package sectile.report.html;

/// Lanes as a drawing: time goes down.
final class LanesView {
    private static final double GUTTER = 48;
    private static final double LANE = 120;
    private static final double TOP = 40;
    private static final double ROW = 24;
    private static final double TEXT = 460;
    private static final double DOT = 5;
    private static final double HEAD = 7;
    private static final int NAME = 18;

    private LanesView() {}

    static void write(Lanes lanes, Html out) {
        double width = GUTTER + lanes.lanes().size() * LANE + TEXT;
        double height = TOP + lanes.marks().size() * ROW + ROW / 2;
        out.raw("<div class=\"scroll\" tabindex=\"0\" role=\"region\"").attribute("aria-label", lanes.title());
        out.raw("><svg class=\"lanes\" role=\"img\"")
                .attribute("viewBox", "0 0 " + Html.number(width) + " " + Html.number(height));
        out.attribute("width", width).attribute("height", height);
        out.attribute(
                        "aria-label",
                        lanes.title() + ": " + lanes.marks().size() + " events of "
                                + lanes.lanes().size() + " actors")
                .raw(">");
        for (int i = 0; i < lanes.lanes().size(); i++) {
            lane(lanes.lanes().get(i), i, height, out);
        }
        lanes.edges().forEach(edge -> edge(lanes, edge, out));
        for (int i = 0; i < lanes.marks().size(); i++) {
            mark(lanes.marks().get(i), i, out);
        }
        out.raw("</svg></div>");
    }

    private static double x(int lane) {
        return GUTTER + (lane + 0.5) * LANE;
    }

    private static double y(int row) {
        return TOP + (row + 0.5) * ROW;
    }

    private static void lane(String name, int lane, double height, Html out) {
        out.raw("<line class=\"lane\"").attribute("x1", x(lane)).attribute("x2", x(lane));
        out.attribute("y1", TOP - ROW / 2).attribute("y2", height).raw("/><text class=\"name\"");
        out.attribute("x", x(lane)).attribute("y", TOP - ROW).raw("><title>");
        String shown = name.length() <= NAME ? name : name.substring(0, NAME - 1) + "…";
        out.text(name).raw("</title>").text(shown).raw("</text>");
    }

    private static void mark(Lanes.Mark mark, int row, Html out) {
        String style = mark.isConflict() ? "conflict" : "event";
        out.raw("<g").attribute("class", style).raw("><title>");
        out.text(mark.text() + (mark.line().isEmpty() ? "" : " (" + mark.line() + ")"))
                .raw("</title><text class=\"number\"");
        out.attribute("x", GUTTER - 12)
                .attribute("y", y(row) + 4)
                .raw(">")
                .text(String.valueOf(mark.number()))
                .raw("</text><circle");
        out.attribute("cx", x(mark.lane()))
                .attribute("cy", y(row))
                .attribute("r", DOT)
                .raw("/><text class=\"what\"");
        out.attribute("x", x(mark.lane()) + 2 * DOT + 2)
                .attribute("y", y(row) + 4)
                .raw(">");
        out.text(mark.text());
        if (!mark.line().isEmpty()) {
            out.raw("<tspan class=\"place\" dx=\"8\">").text(mark.line()).raw("</tspan>");
        }
        out.raw("</text></g>");
    }

    private static void edge(Lanes lanes, Lanes.Edge edge, Html out) {
        int fromLane = lanes.marks().get(edge.from()).lane();
        int toLane = lanes.marks().get(edge.to()).lane();
        if (fromLane == toLane) {
            return;
        }
        double x1 = x(fromLane);
        double y1 = y(edge.from());
        double x2 = x(toLane);
        double y2 = y(edge.to());
        double length = Math.hypot(x2 - x1, y2 - y1);
        double ux = (x2 - x1) / length;
        double uy = (y2 - y1) / length;
        double tipX = x2 - ux * (DOT + 1);
        double tipY = y2 - uy * (DOT + 1);
        String style = edge.isConflict() ? "edge conflict" : "edge";
        out.raw("<path")
                .attribute("class", style)
                .attribute("d", "M" + point(x1 + ux * DOT, y1 + uy * DOT) + "L" + point(tipX, tipY))
                .raw("/>");
        if (!edge.isConflict()) {
            double baseX = tipX - ux * HEAD;
            double baseY = tipY - uy * HEAD;
            out.raw("<path class=\"head\"")
                    .attribute(
                            "d",
                            "M" + point(tipX, tipY) + "L" + point(baseX - uy * HEAD / 2, baseY + ux * HEAD / 2) + "L"
                                    + point(baseX + uy * HEAD / 2, baseY - ux * HEAD / 2) + "Z")
                    .raw("/>");
        }
    }

    private static String point(double x, double y) {
        return Html.number(x) + " " + Html.number(y);
    }
}
