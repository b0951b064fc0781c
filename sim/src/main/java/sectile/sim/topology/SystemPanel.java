package sectile.sim.topology;

import static sectile.sim.topology.Svg.px;

import sectile.sim.component.ComponentKind;
import sectile.sim.component.Quantities;

/// The system: host, switch, and the SIPs in their arrangement.
final class SystemPanel {
    private static final double MAX_TILE = 190;
    private static final double MAX_GRID = 680;
    private static final double TOP = 158;
    private static final double BAR = 112;

    private final Drawing drawing;
    private final Svg svg;
    private final Topology machine;
    private final SipPlan plan;
    private final SipNetwork network;
    private final double x;
    private final double y;
    private final double width;
    private final double tile;
    private final double gap;
    private final double left;

    SystemPanel(Drawing drawing, double x, double y, double width) {
        this.drawing = drawing;
        this.svg = drawing.svg();
        this.machine = drawing.machine();
        this.plan = SipPlan.of(machine.sipGrid());
        this.network = SipNetwork.of(machine);
        this.x = x;
        this.y = y;
        this.width = width;
        double pitch = Math.min(MAX_TILE * 1.3, Math.min((width - 90) / plan.columns(), tallest(plan)));
        this.tile = pitch / 1.3;
        this.gap = pitch - tile;
        this.left = x + (width - plan.columns() * pitch + gap) / 2;
    }

    /// Small systems stay small; large ones get the height their SIPs need to be told apart.
    private static double tallest(SipPlan plan) {
        return Math.max(MAX_GRID / plan.rows(), 69);
    }

    double height() {
        boolean arc = plan.rows() == 1 && machine.join() == SipJoin.DIRECT && machine.sips() > 1;
        double below = arc ? 58 : around() ? 20 + gap : 30;
        return top() + plan.rows() * (tile + gap) - gap + below + (plan.cut() ? 18 : 0);
    }

    private double top() {
        return TOP + (around() ? gap * 0.7 : 0);
    }

    /// Whether links leave the grid at its upper and lower edge.
    private boolean around() {
        return machine.join() == SipJoin.DIRECT
                && plan.rows() > 1
                && machine.sipGrid().topology().twoDimensional();
    }

    void draw() {
        SipGrid grid = machine.sipGrid();
        String shape = grid.topology().twoDimensional() ? " " + grid.w() + " × " + grid.h() : "";
        String racks = machine.racks() > 1 ? " · " + machine.racks() + " racks" : "";
        String join = machine.join() == SipJoin.SWITCH
                ? "joined by a switch"
                : "joined directly, " + drawing.rate(LinkKind.SIP_SIP);
        drawing.panel(
                x,
                y,
                width,
                height(),
                "System: " + Figures.count(machine.sips(), "SIP"),
                grid.topology().text() + shape + " · " + join + racks);
        host();
        switchLinks();
        if (machine.join() == SipJoin.DIRECT) {
            directLinks();
        }
        for (int sip = 0; sip < grid.count(); sip++) {
            if (plan.shows(sip)) {
                sip(sip);
            }
        }
        note();
        svg.text(x + 18, y + height() - 14, drawing.mark().title(), "small bold alarm");
    }

    private void note() {
        String shown = "showing " + plan.shown() + " of " + Figures.count(machine.sips()) + " SIPs";
        String ends = "open ends meet on the other side";
        boolean wraps = around() && machine.sipGrid().topology().wraps();
        String text = plan.cut() ? shown + (wraps ? "; " + ends : "") : wraps ? ends : "";
        svg.text(x + width - 18, y + height() - 14, text, "small dim end");
    }

    private void host() {
        double middle = y + 66;
        double pcie = x + 18 + 110 + 190;
        drawing.box(x + 18, middle - 20, 110, 40, "box", "Host", overhead(ComponentKind.HOST));
        drawing.box(pcie, middle - 20, 130, 40, "box", "PCIe endpoint", overhead(ComponentKind.PCIE_EP));
        drawing.link(LinkPlace.hostPcie(), x + 128, middle, pcie, middle, "wide");
        svg.text(x + 128 + 95, middle - 8, drawing.rate(LinkKind.HOST_PCIE), "mid small dim");
        drawing.link(LinkPlace.pcieSwitch(), pcie + 65, middle + 20, pcie + 65, y + BAR, "wide");
        svg.text(pcie + 75, middle + 37, drawing.rate(LinkKind.PCIE_SWITCH), "small dim");
        svg.rect(x + 18, y + BAR, width - 36, 22, 5, "chip", "");
        svg.text(x + 30, y + BAR + 15, "Switch", "bold on");
        svg.text(x + width - 30, y + BAR + 15, overhead(ComponentKind.SWITCH), "small on end");
        String role = machine.join() == SipJoin.SWITCH ? "" : " (host traffic only)";
        String each = "to each SIP " + drawing.rate(LinkKind.SWITCH_SIP) + role;
        svg.text(x + width / 2, y + BAR + 15, each, "small on mid");
    }

    private String overhead(ComponentKind kind) {
        return Quantities.nanosecondsText(machine.component(kind).overheadPs());
    }

    private void switchLinks() {
        String style = machine.join() == SipJoin.SWITCH ? (tile > 60 ? "wide" : "thin") : "thin faint";
        for (int sip = 0; sip < machine.sips(); sip++) {
            if (!plan.shows(sip)) {
                continue;
            }
            LinkPlace place = LinkPlace.switchSip(sip);
            if (plan.rows() == 1) {
                drawing.link(place, tileX(sip) + tile / 2, y + BAR + 22, tileX(sip) + tile / 2, tileY(sip), style);
            } else {
                // The links of a column run side by side, drawn as one trunk; what leaves it is the SIP's own.
                double trunk = tileX(sip) - gap / 2;
                double from = plan.row(sip) == 0 ? y + BAR + 22 : tileY(sip) - tile - gap + stub();
                svg.line(trunk, from, trunk, tileY(sip) + stub(), "link switch_sip " + style, "");
                drawing.link(place, trunk, tileY(sip) + stub(), tileX(sip), tileY(sip) + stub(), style);
            }
        }
    }

    private double stub() {
        return tile * 0.18;
    }

    private void directLinks() {
        SipGrid grid = machine.sipGrid();
        for (SipGrid.Channel channel : grid.channels()) {
            boolean named = channel.direction() == Direction.E || channel.direction() == Direction.S;
            if (!named || (!plan.shows(channel.from()) && !plan.shows(channel.to()))) {
                continue;
            }
            LinkPlace place = LinkPlace.sipSip(channel.from(), channel.direction());
            SipNetwork.Channel link =
                    network.channel(channel.from(), channel.direction().ordinal());
            boolean ring = !grid.topology().twoDimensional();
            boolean last = ring && channel.from() == grid.count() - 1;
            if (last && !plan.cut()) {
                closeRing(place, channel, style(link), summary(link));
            } else if (plan.shows(channel.from()) && plan.shows(channel.to()) && adjacent(channel)) {
                between(place, channel, style(link), summary(link));
            } else {
                openEnds(place, channel, style(link), summary(link));
            }
        }
        if (grid.topology() == SipTopology.GRAPH) {
            network.channels().stream()
                    .filter(link -> link.from() < link.to() && plan.shows(link.to()))
                    .forEach(this::curve);
        }
    }

    private String style(SipNetwork.Channel link) {
        return link.failsPs() < Long.MAX_VALUE ? "failed" : tile > 60 ? "wide" : "thin";
    }

    private static String summary(SipNetwork.Channel link) {
        String fails = !link.worksAt(0)
                ? " · failed"
                : link.failsPs() < Long.MAX_VALUE ? " · fails at " + Quantities.nanosecondsText(link.failsPs()) : "";
        return link.spec().summary() + fails;
    }

    /// A link of a graph, bent so that it does not hide behind the SIPs between its ends.
    private void curve(SipNetwork.Channel link) {
        double fromX = tileX(link.from()) + tile / 2;
        double fromY = tileY(link.from()) + tile / 2;
        double toX = tileX(link.to()) + tile / 2;
        double toY = tileY(link.to()) + tile / 2;
        double length = Math.hypot(toX - fromX, toY - fromY);
        boolean next = length < 1.6 * (tile + gap);
        double bend = next ? 0 : 0.7 * (tile + gap) / length;
        double middleX = (fromX + toX) / 2 + (toY - fromY) * bend;
        double middleY = (fromY + toY) / 2 - (toX - fromX) * bend;
        String path = "M" + px(fromX) + " " + px(fromY) + "Q" + px(middleX) + " " + px(middleY) + " " + px(toX) + " "
                + px(toY);
        drawing.link(link.place(), path, style(link), summary(link));
    }

    private boolean adjacent(SipGrid.Channel channel) {
        int columns = plan.column(channel.to()) - plan.column(channel.from());
        int rows = plan.row(channel.to()) - plan.row(channel.from());
        return machine.sipGrid().topology().twoDimensional()
                ? columns == channel.direction().dx()
                        && rows == channel.direction().dy()
                : Math.abs(columns) + Math.abs(rows) == 1;
    }

    private void between(LinkPlace place, SipGrid.Channel channel, String style, String summary) {
        double fromX = tileX(channel.from()) + tile / 2;
        double fromY = tileY(channel.from()) + tile / 2;
        double toX = tileX(channel.to()) + tile / 2;
        double toY = tileY(channel.to()) + tile / 2;
        drawing.link(place, fromX, fromY, toX, toY, style, summary);
    }

    /// A line of SIPs closes in an arc below, a loop of lines along its left side.
    private void closeRing(LinkPlace place, SipGrid.Channel channel, String style, String summary) {
        double fromX = tileX(channel.from());
        double toX = tileX(channel.to());
        if (plan.rows() == 1) {
            double bottom = tileY(0) + tile;
            String path = "M" + px(fromX + tile / 2) + " " + px(bottom) + "v10q0 16 -16 16H" + px(toX + tile / 2 + 16)
                    + "q-16 0 -16 -16v-10";
            drawing.link(place, path, style, summary);
        } else {
            double side = left - gap * 0.8;
            String path = "M" + px(fromX) + " " + px(tileY(channel.from()) + tile / 2) + "H" + px(side) + "V"
                    + px(tileY(channel.to()) + tile / 2) + "H" + px(toX);
            drawing.link(place, path, style, summary);
        }
    }

    /// A link around the edge is drawn as two open ends.
    private void openEnds(LinkPlace place, SipGrid.Channel channel, String style, String summary) {
        double length = gap * 0.55;
        double dx = channel.direction().dx() * length;
        double dy = channel.direction().dy() * length;
        if (plan.shows(channel.from())) {
            double endX = tileX(channel.from()) + tile / 2 + channel.direction().dx() * tile / 2;
            double endY = tileY(channel.from()) + tile / 2 + channel.direction().dy() * tile / 2;
            drawing.link(place, endX, endY, endX + dx, endY + dy, style, summary);
        }
        if (plan.shows(channel.to())) {
            double endX = tileX(channel.to()) + tile / 2 - channel.direction().dx() * tile / 2;
            double endY = tileY(channel.to()) + tile / 2 - channel.direction().dy() * tile / 2;
            drawing.link(place, endX, endY, endX - dx, endY - dy, style, summary);
        }
    }

    private void sip(int sip) {
        double tx = tileX(sip);
        double ty = tileY(sip);
        svg.open("SIP " + sip);
        svg.rect(
                tx,
                ty,
                tile,
                tile,
                Math.min(8, tile / 8),
                drawing.mark().sips().contains(sip) ? "sip inside" : "sip",
                "");
        double header = tile >= 60 ? 22 : tile * 0.3;
        String size = tile >= 60 ? "mid bold" : tile >= 30 ? "mid small" : "mid tiny";
        String label = tile >= 60 ? "SIP " + sip : String.valueOf(sip);
        svg.text(tx + tile / 2, ty + header * 0.72 + (tile < 60 ? 1 : 0), label, size);
        cubes(sip, tx + tile * 0.08, ty + header, tile * 0.84, tile - header - tile * 0.08);
        svg.close();
        if (sip == drawing.focus().sip() && machine.sips() > 1) {
            svg.rect(tx - 3, ty - 3, tile + 6, tile + 6, Math.min(10, tile / 6), "focus", "");
        }
    }

    private void cubes(int sip, double cx, double cy, double width, double height) {
        CubeMesh mesh = machine.cubeMesh();
        double cell = Math.min(width / mesh.w(), height / mesh.h());
        if (cell < 3) {
            return;
        }
        double startX = cx + (width - cell * mesh.w()) / 2;
        double startY = cy + (height - cell * mesh.h()) / 2;
        double inset = cell > 12 ? 2 : 0.5;
        for (int cube = 0; cube < mesh.count(); cube++) {
            svg.keyed(TopologySvg.cubeKey(sip, cube))
                    .rect(
                            startX + mesh.x(cube) * cell + inset,
                            startY + mesh.y(cube) * cell + inset,
                            cell - 2 * inset,
                            cell - 2 * inset,
                            Math.min(3, cell / 6),
                            cell < 8 ? "cube plain" : "cube",
                            Palette.fill(drawing.heat().cube(sip, cube)));
        }
    }

    private double tileX(int sip) {
        return left + plan.column(sip) * (tile + gap);
    }

    private double tileY(int sip) {
        return y + top() + plan.row(sip) * (tile + gap);
    }
}
