package sectile.report.html;

import sectile.report.table.Units;

/// A mesh as a drawing: squares for places, arrows for links, the two directions of a pair side by side.
final class MeshView {
    private static final double PITCH = 112;
    private static final double NODE = 58;
    private static final double MARGIN = 56;
    /// Half the distance between the two directions of a pair.
    private static final double LANE = 9;

    private MeshView() {}

    static void write(MeshMap map, Html out) {
        double width = 2 * MARGIN + (map.width() - 1) * PITCH + NODE;
        double height = 2 * MARGIN + (map.height() - 1) * PITCH + NODE;
        Heat.legend(out, Units.percent(0), Units.percent(1));
        out.raw("<div class=\"scroll\" tabindex=\"0\" role=\"region\"").attribute("aria-label", map.title());
        out.raw("><svg class=\"mesh\" role=\"img\"").attribute("viewBox", "0 0 " + Html.number(width) + " " + Html.number(height));
        out.attribute("width", width).attribute("height", height);
        out.attribute("aria-label", map.title() + ": " + map.nodes().size() + " places, " + map.links().size() + " links").raw(">");
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
        out.raw("<g><title>").text(node.label() + ": " + Units.percent(node.utilisation())).raw("</title><rect rx=\"8\"");
        out.attribute("x", x - NODE / 2).attribute("y", y - NODE / 2).attribute("width", NODE).attribute("height", NODE);
        out.attribute("style", "fill:" + Heat.colour(node.utilisation())).raw("/><text");
        out.attribute("class", "name " + Heat.ink(node.utilisation())).attribute("x", x).attribute("y", y - 4).raw(">");
        out.text(shortened(node.label())).raw("</text><text").attribute("class", "load " + Heat.ink(node.utilisation()));
        out.attribute("x", x).attribute("y", y + 14).raw(">").text(Math.round(node.utilisation() * 100) + " %").raw("</text></g>");
    }

    private static void link(MeshMap.Link link, Html out) {
        double dx = link.toX() - link.fromX();
        double dy = link.toY() - link.fromY();
        double length = Math.hypot(dx, dy);
        if (length == 0) {
            return;
        }
        double ux = dx / length;
        double uy = dy / length;
        // Traffic keeps to its right, so that opposite directions do not cover each other.
        double px = -uy * LANE;
        double py = ux * LANE;
        double gap = NODE / 2 + 3;
        double x1 = centre(link.fromX()) + ux * gap + px;
        double y1 = centre(link.fromY()) + uy * gap + py;
        double x2 = centre(link.toX()) - ux * gap + px;
        double y2 = centre(link.toY()) - uy * gap + py;
        String path = "M" + at(x1, y1);
        if (length > 1.5) {
            // Around: out sideways far enough to pass the squares between, and back.
            double side = NODE / 2 + 14;
            double sx = -uy * side;
            double sy = ux * side;
            path = "M" + at(centre(link.fromX()) + sx * 0.75, centre(link.fromY()) + sy * 0.75) + "C" + at(x1 + sx + ux * 30, y1 + sy + uy * 30)
                    + " " + at(x2 + sx - ux * 30, y2 + sy - uy * 30) + " ";
            x2 = centre(link.toX()) + sx * 0.75;
            y2 = centre(link.toY()) + sy * 0.75;
            path += at(x2, y2);
        } else {
            path += "L" + at(x2 - ux * 7, y2 - uy * 7);
        }
        String colour = Heat.colour(link.utilisation());
        out.raw("<g class=\"link\"><title>").text(link.label() + ": " + Units.percent(link.utilisation())).raw("</title><path");
        out.attribute("d", path).attribute("style", "stroke:" + colour).raw("/>");
        if (length <= 1.5) {
            String head = "M" + at(x2, y2) + "L" + at(x2 - ux * 11 - uy * 6, y2 - uy * 11 + ux * 6) + "L"
                    + at(x2 - ux * 11 + uy * 6, y2 - uy * 11 - ux * 6) + "Z";
            out.raw("<path class=\"head\"").attribute("d", head).attribute("style", "fill:" + colour).raw("/>");
        }
        out.raw("</g>");
    }

    private static double centre(int index) {
        return MARGIN + NODE / 2 + index * PITCH;
    }

    private static String at(double x, double y) {
        return Html.number(x) + "," + Html.number(y);
    }

    private static String shortened(String label) {
        return label.length() <= 8 ? label : label.substring(0, 7) + "…";
    }
}
