package sectile.sim.topology;

import static sectile.sim.topology.Svg.px;

import java.util.OptionalInt;
import sectile.sim.component.ComponentKind;
import sectile.sim.component.Quantities;

/// One SIP: its mesh of cubes with their processing elements, and its way out.
final class SipPanel {
    private static final int MAX_SIDE = 32;
    private static final double IO = 118;

    private final Drawing drawing;
    private final Svg svg;
    private final Topology machine;
    private final CubeMesh mesh;
    private final int sip;
    private final double x;
    private final double y;
    private final double width;
    private final int columns;
    private final int rows;
    private final double pitch;
    private final double cell;
    private double top;
    private double left;

    SipPanel(Drawing drawing, double x, double y, double width) {
        this.drawing = drawing;
        this.svg = drawing.svg();
        this.machine = drawing.machine();
        this.mesh = machine.cubeMesh();
        this.sip = drawing.focus().sip();
        this.x = x;
        this.y = y;
        this.width = width;
        this.columns = Math.min(mesh.w(), MAX_SIDE);
        this.rows = Math.min(mesh.h(), MAX_SIDE);
        double room = width - IO - 50;
        this.pitch = Math.min(Math.min(170, room / columns), Math.max(room / rows, 24));
        this.cell = pitch * 0.78;
    }

    double height() {
        return 50 + rows * pitch + 46;
    }

    void draw(double height) {
        String detail = mesh.count() == 1
                ? "1 cube"
                : mesh.w() + " × " + mesh.h() + (mesh.wraps() ? " cubes, torus · UCIe " : " cubes · UCIe ")
                        + drawing.rate(LinkKind.UCIE);
        top = y + 50 + (height - height()) / 2;
        left = x + IO + 20 + (width - IO - 38 - columns * pitch) / 2;
        drawing.panel(x, y, width, height, "SIP " + sip, detail);
        io();
        for (int cube = 0; cube < mesh.count(); cube++) {
            if (shows(cube)) {
                links(cube);
            }
        }
        for (int cube = 0; cube < mesh.count(); cube++) {
            if (shows(cube)) {
                cube(cube);
            }
        }
        String shown = columns * rows < mesh.count() ? " · showing " + columns + " × " + rows : "";
        String note = "cubes are numbered row by row" + shown;
        if (mesh.count() > 1) {
            svg.text(left + columns * pitch / 2, top + rows * pitch + 20, note, "mid small dim");
        }
    }

    private void io() {
        int first = machine.ioCubes().getFirst();
        double box = (shows(first) ? cubeY(first) : cubeY(0)) + cell / 2 - 17;
        drawing.box(x + 18, box, 78, 34, "box", "IO", overhead(ComponentKind.IO));
        drawing.link(LinkPlace.iocpuIo(sip), x + 57, box + 34, x + 57, box + 62, "wide");
        drawing.box(x + 18, box + 62, 78, 34, "cpu", "IO CPU", overhead(ComponentKind.IO_CPU));
        for (int i = 0; i < machine.ioCubes().size(); i++) {
            io(machine.ioCubes().get(i), LinkPlace.ioNoc(sip, i), box + 17);
        }
    }

    private void io(int cube, LinkPlace place, double middle) {
        double from = x + 96;
        double row = shows(cube) ? cubeY(cube) : cubeY(0);
        boolean straight = Math.abs(row + cell / 2 - middle) < 1;
        if (straight && (!shows(cube) || mesh.x(cube) == 0)) {
            drawing.link(place, from, middle, cubeX(0), middle, "wide");
        } else {
            // Through the gap above the row, to the top of the cube.
            double lane = row - (pitch - cell) / 2;
            String path = "M" + px(from) + " " + px(middle) + "H" + px(from + 10) + "V" + px(lane) + "H"
                    + px(cubeX(cube) + cell * 0.3) + "V" + px(row);
            drawing.link(place, path, "wide", drawing.rate(LinkKind.IO_NOC));
        }
    }

    private String overhead(ComponentKind kind) {
        return Quantities.nanosecondsText(machine.component(kind).overheadPs());
    }

    private void links(int cube) {
        for (Direction direction : new Direction[] {Direction.E, Direction.S}) {
            OptionalInt other = mesh.neighbour(cube, direction);
            double half = cell / 2;
            boolean round = other.isPresent()
                    && (mesh.x(other.getAsInt()) < mesh.x(cube) || mesh.y(other.getAsInt()) < mesh.y(cube));
            if (round && shows(other.getAsInt()) && shows(cube)) {
                round(cube, other.getAsInt(), direction, half);
            } else if (other.isPresent() && shows(other.getAsInt())) {
                drawing.link(
                        LinkPlace.ucie(sip, cube, other.getAsInt()),
                        cubeX(cube) + half + direction.dx() * half,
                        cubeY(cube) + half + direction.dy() * half,
                        cubeX(other.getAsInt()) + half - direction.dx() * half,
                        cubeY(other.getAsInt()) + half - direction.dy() * half,
                        pitch > 30 ? "wide" : "thin");
            }
        }
    }

    /// A link from the end of a row or column to its beginning: a stub at both.
    private void round(int cube, int first, Direction direction, double half) {
        double stub = (pitch - cell) / 2;
        double x1 = cubeX(cube) + half + direction.dx() * half;
        double y1 = cubeY(cube) + half + direction.dy() * half;
        double x2 = cubeX(first) + half - direction.dx() * half;
        double y2 = cubeY(first) + half - direction.dy() * half;
        String path = "M" + px(x1) + " " + px(y1) + "L" + px(x1 + direction.dx() * stub) + " "
                + px(y1 + direction.dy() * stub) + "M" + px(x2) + " " + px(y2) + "L"
                + px(x2 - direction.dx() * stub) + " " + px(y2 - direction.dy() * stub);
        drawing.link(LinkPlace.ucie(sip, cube, first), path, pitch > 30 ? "wide" : "thin", drawing.rate(LinkKind.UCIE));
    }

    private void cube(int cube) {
        double cx = cubeX(cube);
        double cy = cubeY(cube);
        svg.open("cube " + cube);
        svg.keyed(TopologySvg.cubeKey(sip, cube))
                .rect(
                        cx,
                        cy,
                        cell,
                        cell,
                        Math.min(6, cell / 8),
                        "cube",
                        Palette.fill(drawing.heat().cube(sip, cube)));
        if (cell >= 36) {
            String ink = Palette.ink(drawing.heat().cube(sip, cube));
            svg.text(cx + cell / 2, cy + cell / 2 + 4, String.valueOf(cube), "mid bold" + ink);
            PeMarks.draw(svg, machine.peLayout(), cx, cy, cell);
        } else if (cell >= 14) {
            svg.text(cx + cell / 2, cy + cell / 2 + 3, String.valueOf(cube), "mid tiny");
        }
        svg.close();
        if (cube == drawing.focus().cube() && mesh.count() > 1) {
            svg.rect(cx - 3, cy - 3, cell + 6, cell + 6, Math.min(8, cell / 6), "focus", "");
        }
    }

    private boolean shows(int cube) {
        return mesh.x(cube) < columns && mesh.y(cube) < rows;
    }

    private double cubeX(int cube) {
        return left + mesh.x(cube) * pitch;
    }

    private double cubeY(int cube) {
        return top + mesh.y(cube) * pitch;
    }
}
