package sectile.sim.topology;

import java.util.ArrayList;
import java.util.List;
import sectile.base.array.DType;
import sectile.sim.component.ComponentKind;
import sectile.sim.component.Quantities;

/// One cube: its network with everything on it, and what a processing element can do.
final class CubePanel {
    /// A processing element, or the last one that a corner has room for together with those after it.
    private record PeBox(Corner corner, int pe, int last, double x, double y) {}

    private static final int MAX_BOXES = 4;
    private static final double PE_WIDTH = 56;
    private static final double PE_HEIGHT = 34;

    private final Drawing drawing;
    private final Svg svg;
    private final Topology machine;
    private final int sip;
    private final int cube;
    private final double x;
    private final double y;
    private final double width;
    private final double height;
    private final double centreX;
    private final double centreY;

    CubePanel(Drawing drawing, double x, double y, double width, double height) {
        this.drawing = drawing;
        this.svg = drawing.svg();
        this.machine = drawing.machine();
        this.sip = drawing.focus().sip();
        this.cube = drawing.focus().cube();
        this.x = x;
        this.y = y;
        this.width = width;
        this.height = height;
        this.centreX = x + width / 2;
        this.centreY = y + 44 + (height - 44 - 66) / 2;
    }

    static double minimumHeight() {
        return 470;
    }

    void draw() {
        String detail = Figures.count(machine.pesPerCube(), "PE") + " · PE port " + drawing.rate(LinkKind.PE_NOC);
        drawing.panel(x, y, width, height, "Cube " + cube + " of SIP " + sip, detail);
        double top = y + 44;
        double bottom = y + height - 66;
        corners(top, bottom);
        hbm(top);
        sram(bottom);
        controller();
        neighbours();
        svg.keyed(TopologySvg.cubeKey(sip, cube))
                .rect(
                        centreX - 62,
                        centreY - 40,
                        124,
                        80,
                        14,
                        "noc",
                        Palette.fill(drawing.heat().cube(sip, cube)));
        String ink = Palette.ink(drawing.heat().cube(sip, cube));
        svg.text(centreX, centreY - 2, "NoC", "mid h2" + ink);
        svg.text(centreX, centreY + 16, overhead(ComponentKind.NOC), "mid small" + ink);
        summary(bottom);
    }

    private void hbm(double top) {
        drawing.link(LinkPlace.hbmNoc(sip, cube), centreX, top + 52, centreX, centreY - 40, "wide");
        svg.text(centreX + 8, (top + 52 + centreY - 40) / 2 + 4, drawing.rate(LinkKind.HBM_NOC), "small dim halo");
        for (int layer = 2; layer >= 0; layer--) {
            svg.rect(centreX - 74 + layer * 4, top + 8 - layer * 4, 148, 44, 5, "hbm", "");
        }
        svg.text(
                centreX,
                top + 27,
                "HBM " + Quantities.sizeText(machine.memoryMap().hbm()),
                "mid bold");
        String slices = Figures.size((double) machine.hbmSlice()) + " per PE · " + overhead(ComponentKind.HBM);
        svg.text(centreX, top + 43, slices, "mid small dim");
    }

    private void sram(double bottom) {
        drawing.link(LinkPlace.sramNoc(sip, cube), centreX, centreY + 40, centreX, bottom - 44, "wide");
        svg.text(centreX + 8, (bottom - 44 + centreY + 40) / 2 + 4, drawing.rate(LinkKind.SRAM_NOC), "small dim halo");
        String size = "SRAM " + Quantities.sizeText(machine.memoryMap().sram());
        drawing.box(centreX - 64, bottom - 44, 128, 38, "sram", size, overhead(ComponentKind.SRAM));
    }

    private void controller() {
        drawing.link(LinkPlace.mcpuNoc(sip, cube), x + 98, centreY, centreX - 62, centreY, "wide");
        svg.text((x + 98 + centreX - 62) / 2, centreY - 9, drawing.rate(LinkKind.MCPU_NOC), "mid small dim");
        drawing.box(x + 18, centreY - 20, 80, 40, "cpu", "M CPU", overhead(ComponentKind.M_CPU));
    }

    private void neighbours() {
        if (machine.cubes() == 1) {
            return;
        }
        double port = x + width - 98;
        svg.line(centreX + 62, centreY, port, centreY, "link ucie wide", "");
        svg.text((port + centreX + 62) / 2, centreY - 9, drawing.rate(LinkKind.UCIE), "mid small dim");
        drawing.box(port, centreY - 20, 80, 40, "box", "UCIe", "neighbours");
    }

    private void corners(double top, double bottom) {
        PeLayout layout = machine.peLayout();
        int shown = Math.min(layout.pePerCorner(), MAX_BOXES);
        List<PeBox> boxes = new ArrayList<>();
        for (int i = 0; i < layout.corners().size(); i++) {
            Corner corner = layout.corners().get(i);
            for (int j = 0; j < shown; j++) {
                // Numbers run from left to right and from the outer edge inwards.
                int column = corner.west() || shown == 1 ? j % 2 : 1 - j % 2;
                double across = column * (PE_WIDTH + 6);
                int row = j / 2;
                double inwards = row * (PE_HEIGHT + 6);
                int pe = i * layout.pePerCorner() + j;
                int last = j + 1 == shown ? (i + 1) * layout.pePerCorner() - 1 : pe;
                double left = corner.west() ? x + 18 + across : x + width - 18 - PE_WIDTH - across;
                double upper = corner.north() ? top + 4 + inwards : bottom - 6 - PE_HEIGHT - inwards;
                boxes.add(new PeBox(corner, pe, last, left, upper));
            }
        }
        boxes.forEach(this::link);
        boxes.forEach(this::box);
    }

    private void link(PeBox box) {
        double fromY = box.corner().north() ? box.y() + PE_HEIGHT : box.y();
        double toX = centreX + (box.corner().west() ? -50 : 50);
        double toY = centreY + (box.corner().north() ? -34 : 34);
        drawing.link(LinkPlace.peNoc(sip, cube, box.pe()), box.x() + PE_WIDTH / 2, fromY, toX, toY, "thin");
    }

    private void box(PeBox box) {
        svg.rect(box.x(), box.y(), PE_WIDTH, PE_HEIGHT, 4, "pe", "");
        String label = "PE " + box.pe() + (box.last() > box.pe() ? "–" + box.last() : "");
        svg.text(box.x() + PE_WIDTH / 2, box.y() + PE_HEIGHT / 2 + 4, label, "mid on bold");
    }

    private void summary(double bottom) {
        svg.line(x + 18, bottom + 8, x + width - 18, bottom + 8, "rule", "");
        String engines = "GEMM " + Figures.flops(machine.gemm().peakFlops(DType.F16)) + " f16 · "
                + Figures.flops(machine.gemm().peakFlops(DType.F32)) + " f32 · DMA "
                + machine.dma().bandwidth();
        String memory = "TCM " + Quantities.sizeText(machine.memoryMap().tcm()) + ", "
                + Quantities.sizeText(machine.memoryMap().tcmUsable()) + " for kernels · local copy "
                + machine.tcm().bandwidth();
        svg.text(x + 18, bottom + 30, "Each PE", "bold");
        svg.text(x + 80, bottom + 30, engines, "small");
        svg.text(x + 80, bottom + 48, memory, "small");
    }

    private String overhead(ComponentKind kind) {
        return Quantities.nanosecondsText(machine.component(kind).overheadPs());
    }
}
