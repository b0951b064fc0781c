package sectile.report.html;

import sectile.base.quantity.Units;

/// A mesh as a drawing: squares for places, arrows for links, the two directions of a pair side by side.
final class MeshView {
    private static final double PITCH = 112;
    private static final double NODE = 58;
    private static final double MARGIN = 56;
    /// Half the distance between the two directions of a pair.
    private static final double LANE = 9;
    /// The length of an arrow's head.
    private static final double HEAD = 11;

    private MeshView() {}

    static void write(MeshMap map, Html out) {
        double width = 2 * MARGIN + (map.width() - 1) * PITCH + NODE;
        double height = 2 * MARGIN + (map.height() - 1) * PITCH + NODE;
        Heat.legend(out, Units.percent(0), Units.percent(1));
        out.raw("<div class=\"scroll\" tabindex=\"0\" role=\"region\"").attribute("aria-label", map.title());
        out.raw("><svg class=\"mesh\" role=\"img\"")
                .attribute("viewBox", "0 0 " + Html.number(width) + " " + Html.number(height));
        out.attribute("width", width).attribute("height", height);
        out.attribute(
                        "aria-label",
                        map.title() + ": " + map.nodes().size() + " places, "
                                + map.links().size() + " links")
                .raw(">");
        for (MeshMap.Link link : map.links()) {
            link(link, out);
        }
        for (MeshMap.Node node : map.nodes()) {
            node(node, out);
        }
        out.raw("</svg></div>");
    }

    private static void node(MeshMap.Node node, Html out) {
        double x = centre(node.x());
        double y = centre(node.y());
        out.raw("<g><title>")
                .text(node.label() + ": " + Units.percent(node.utilisation()))
                .raw("</title><rect rx=\"8\"");
        out.attribute("x", x - NODE / 2)
                .attribute("y", y - NODE / 2)
                .attribute("width", NODE)
                .attribute("height", NODE);
        out.attribute("style", "fill:" + Heat.colour(node.utilisation())).raw("/><text");
        out.attribute("class", "name " + Heat.ink(node.utilisation()))
                .attribute("x", x)
                .attribute("y", y - 4)
                .raw(">");
        out.text(shortened(node.label()))
                .raw("</text><text")
                .attribute("class", "load " + Heat.ink(node.utilisation()));
        out.attribute("x", x)
                .attribute("y", y + 14)
                .raw(">")
                .text(Math.round(node.utilisation() * 100) + " %")
                .raw("</text></g>");
    }

    private static void link(MeshMap.Link link, Html out) {
        double dx = link.toX() - link.fromX();
        double dy = link.toY() - link.fromY();
        double length = Math.hypot(dx, dy);
        if (length == 0) {
            return;
        }
        var from = new Point(centre(link.fromX()), centre(link.fromY()));
        var to = new Point(centre(link.toX()), centre(link.toY()));
        var along = new Point(dx / length, dy / length);
        // Traffic keeps to its right, so that opposite directions do not cover each other.
        var right = new Point(-along.y, along.x);
        String line;
        Point tip;
        Point heading;
        if (length > 1.5) {
            // Around the squares between: out of one side and into the same side of the other.
            Point out1 = from.plus(right, NODE / 2 + 3).plus(along, LANE);
            tip = to.plus(right, NODE / 2 + 3).plus(along, -LANE);
            heading = right.times(-1);
            Point end = tip.plus(right, HEAD - 2);
            line = "M" + out1 + "C" + out1.plus(right, 44) + " " + end.plus(right, 36) + " " + end;
        } else {
            Point start = from.plus(along, NODE / 2 + 3).plus(right, LANE);
            tip = to.plus(along, -NODE / 2 - 3).plus(right, LANE);
            heading = along;
            line = "M" + start + "L" + tip.plus(along, 2 - HEAD);
        }
        var across = new Point(-heading.y, heading.x);
        String head = "M" + tip + "L" + tip.plus(heading, -HEAD).plus(across, 6) + "L"
                + tip.plus(heading, -HEAD).plus(across, -6) + "Z";
        String colour = Heat.colour(link.utilisation());
        out.raw("<g class=\"link\"><title>")
                .text(link.label() + ": " + Units.percent(link.utilisation()))
                .raw("</title><path");
        out.attribute("d", line).attribute("style", "stroke:" + colour).raw("/><path class=\"head\"");
        out.attribute("d", head).attribute("style", "fill:" + colour).raw("/></g>");
    }

    private record Point(double x, double y) {
        Point plus(Point direction, double distance) {
            return new Point(x + direction.x * distance, y + direction.y * distance);
        }

        Point times(double factor) {
            return new Point(x * factor, y * factor);
        }

        /// As paths have it.
        @Override
        public String toString() {
            return Html.number(x) + "," + Html.number(y);
        }
    }

    private static double centre(int index) {
        return MARGIN + NODE / 2 + index * PITCH;
    }

    private static String shortened(String label) {
        return label.length() <= 8 ? label : label.substring(0, 7) + "…";
    }
}
