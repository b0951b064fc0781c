package sectile.sim.topology;

/// What the panels of a drawing share.
///
/// @param focus the SIP and cube that are enlarged
record Drawing(Topology machine, HeatMap heat, HeatMap.CubeChoice focus, Svg svg) {
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
        open(place);
        svg.line(x1, y1, x2, y2, "link " + place.kind().text() + " " + classes, Palette.stroke(heat.link(place)));
        svg.close();
    }

    /// A link along a path.
    void link(LinkPlace place, String path, String classes) {
        open(place);
        svg.path(path, "link " + place.kind().text() + " " + classes, Palette.stroke(heat.link(place)));
        svg.close();
    }

    String rate(LinkKind kind) {
        return machine.link(kind).summary();
    }

    private void open(LinkPlace place) {
        String busy = heat.link(place).isPresent()
                ? " · " + Math.round(heat.link(place).getAsDouble() * 100) + " %"
                : "";
        svg.open(place.kind().text() + ": " + rate(place.kind()) + busy);
    }
}
