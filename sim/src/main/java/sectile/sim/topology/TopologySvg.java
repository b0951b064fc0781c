package sectile.sim.topology;

/// Draws a machine as an SVG of its own, in three steps of magnification: the system, one of its SIPs, one of its
/// cubes. Large systems stay readable because only the first step has to shrink.
public final class TopologySvg {
    private static final double WIDTH = 1240;
    private static final double MARGIN = 24;
    private static final double GAP = 18;

    private TopologySvg() {}

    /// What the shapes of a cube are found by: the attribute `data-place`.
    public static String cubeKey(int sip, int cube) {
        return "cube." + sip + "." + cube;
    }

    public static String draw(Topology machine) {
        return draw(machine, HeatMap.none());
    }

    /// The machine with its links and cubes coloured. The SIP and cube that are enlarged are those of the hottest
    /// cube.
    public static String draw(Topology machine, HeatMap heat) {
        return draw(machine, heat, CutMark.NONE);
    }

    /// The same with a cut marked.
    public static String draw(Topology machine, HeatMap heat, CutMark mark) {
        var svg = new Svg();
        var drawing = new Drawing(machine, heat, heat.hottest(), mark, svg);
        double inner = WIDTH - 2 * MARGIN;
        double half = (inner - GAP) / 2;
        var system = new SystemPanel(drawing, MARGIN, 78, inner);
        double second = 78 + system.height() + GAP;
        var sip = new SipPanel(drawing, MARGIN, second, half);
        double middle = Math.max(sip.height(), CubePanel.minimumHeight());
        double third = second + middle + GAP;
        var legend = new LegendPanel(drawing);
        double height = third + legend.height() + MARGIN;

        svg.rect(0, 0, WIDTH, height, 0, "page", "");
        svg.text(MARGIN, 44, machine.name(), "h1");
        svg.text(WIDTH - MARGIN, 44, subtitle(machine), "end dim");
        system.draw();
        sip.draw(middle);
        new CubePanel(drawing, MARGIN + half + GAP, second, half, middle).draw();
        legend.draw(MARGIN, third, inner);
        return svg.document(WIDTH, height, "Topology " + machine.name(), Palette.STYLE);
    }

    private static String subtitle(Topology machine) {
        return Figures.count(machine.sips(), "SIP") + " × " + Figures.count(machine.cubes(), "cube") + " × "
                + Figures.count(machine.pesPerCube(), "PE") + " = "
                + Figures.count(machine.pes(), "processing element");
    }
}
