package sectile.sim.topology;

import java.util.ArrayList;
import java.util.List;
import sectile.base.array.DType;
import sectile.sim.component.Quantities;

/// Every kind of link with its numbers, what the machine adds up to, and the scale of the heat map.
final class LegendPanel {
    private static final double ROW = 22;

    private final Drawing drawing;
    private final Svg svg;
    private final Topology machine;
    private final Totals totals;
    private final List<LinkKind> kinds = new ArrayList<>();

    LegendPanel(Drawing drawing) {
        this.drawing = drawing;
        this.svg = drawing.svg();
        this.machine = drawing.machine();
        this.totals = new Totals(machine);
        for (LinkKind kind : LinkKind.values()) {
            if (machine.findLink(kind).isPresent() && totals.links(kind) > 0) {
                kinds.add(kind);
            }
        }
    }

    double height() {
        return 74 + kinds.size() * ROW;
    }

    void draw(double x, double y, double width) {
        drawing.panel(x, y, width, height(), "Links", "");
        links(x + 18, y + 52);
        totals(x + 700, y + 27, x + width - 18);
        if (!drawing.heat().isEmpty()) {
            scale(x + 700, y + height() - 44, width - 718);
        }
    }

    private void links(double x, double y) {
        svg.text(x + 190, y, "bandwidth", "small dim end");
        svg.text(x + 290, y, "latency", "small dim end");
        svg.text(x + 330, y, "duplex", "small dim");
        svg.text(x + 470, y, "how many", "small dim end");
        for (int i = 0; i < kinds.size(); i++) {
            LinkSpec link = machine.link(kinds.get(i));
            double line = y + (i + 1) * ROW;
            svg.line(x, line - 4, x + 22, line - 4, "link wide " + link.kind().text(), "");
            svg.text(x + 32, line, link.kind().text(), "");
            svg.text(x + 190, line, link.bandwidth().toString(), "end");
            svg.text(x + 290, line, Quantities.nanosecondsText(link.latencyPs()), "end");
            svg.text(x + 330, line, link.duplex().text(), "dim");
            svg.text(x + 470, line, Figures.count(totals.links(link.kind())), "end");
        }
    }

    private void totals(double x, double y, double right) {
        svg.text(x, y, "Totals", "h2");
        List<String[]> rows = List.of(
                new String[] {"processing elements", Figures.count(machine.pes())},
                new String[] {"HBM", Figures.size(totals.hbmBytes()) + " · " + Figures.rate(totals.hbmGbs())},
                new String[] {"SRAM", Figures.size(totals.sramBytes())},
                new String[] {"TCM", Figures.size(totals.tcmBytes())},
                new String[] {"peak f16", Figures.flops(totals.peakFlops(DType.F16))},
                new String[] {"bisection of a SIP", Figures.rate(totals.gbs(LinkKind.UCIE, totals.cubeCut()))},
                new String[] {"bisection of the SIPs", Figures.rate(totals.sipCutGbs())});
        for (int i = 0; i < rows.size(); i++) {
            double line = y + 25 + i * ROW;
            svg.text(x, line, rows.get(i)[0], "dim");
            svg.text(right, line, rows.get(i)[1], "end bold");
        }
    }

    private void scale(double x, double y, double width) {
        svg.text(x, y, drawing.heat().title(), "small dim");
        int steps = 40;
        for (int i = 0; i < steps; i++) {
            double value = i / (steps - 1.0);
            String fill = "fill:" + Palette.heat(value);
            svg.rect(x + i * width / steps, y + 8, width / steps + 0.5, 10, 0, "", fill);
        }
        svg.text(x, y + 31, "0 %", "small dim");
        svg.text(x + width, y + 31, "100 %", "small dim end");
    }
}
