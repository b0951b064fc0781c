package sectile.sim.topology;

/// What the panels of a drawing share.
///
/// @param focus the SIP and cube that are enlarged
/// @param mark the cut that is marked
record Drawing(Topology machine, HeatMap heat, HeatMap.CubeChoice focus, CutMark mark, Svg svg) {
    /// The frame and heading of a panel.
    void panel(double x, double y, double width, double height, String heading, String detail) {
        svg.rect(x, y, width, height, 10, "panel", "");
        svg.text(x + 18, y + 27, heading, "h2");
        svg.text(x + width - 18, y + 27, detail, "small dim end");
    }

    /// A labelled box.
    void box(double x, double y, double width, double height, String classes, String label, String detail) {
        svg.rect(x, y, width, height, 5, classes, "");
        double middle = y + height / 2;
        svg.text(x + width / 2, detail.isEmpty() ? middle + 4 : middle - 3, label, "mid bold");
        if (!detail.isEmpty()) {
            svg.text(x + width / 2, middle + 11, detail, "mid small dim");
        }
    }

    /// A straight link, coloured by its heat if it has one.
    void link(LinkPlace place, double x1, double y1, double x2, double y2, String classes) {
        link(place, x1, y1, x2, y2, classes, rate(place.kind()));
    }

    /// The same for a link that is not like the others of its kind.
    void link(LinkPlace place, double x1, double y1, double x2, double y2, String classes, String summary) {
        open(place, summary);
        svg.keyed(place.key()).line(x1, y1, x2, y2, classes(place, classes), Palette.stroke(heat.link(place)));
        svg.close();
    }

    /// A link along a path.
    void link(LinkPlace place, String path, String classes, String summary) {
        open(place, summary);
        svg.keyed(place.key()).path(path, classes(place, classes), Palette.stroke(heat.link(place)));
        svg.close();
    }

    private String classes(LinkPlace place, String classes) {
        String marked = mark.links().contains(place) ? " crossing" : "";
        return "link " + place.kind().text() + " " + classes + marked;
    }

    String rate(LinkKind kind) {
        return machine.link(kind).summary();
    }

    private void open(LinkPlace place, String summary) {
        String busy = heat.link(place).isPresent()
                ? " · " + Math.round(heat.link(place).getAsDouble() * 100) + " %"
                : "";
        svg.open(place.kind().text() + ": " + summary + busy);
    }
}
