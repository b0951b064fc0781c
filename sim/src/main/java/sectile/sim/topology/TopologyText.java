package sectile.sim.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import sectile.base.array.DType;
import sectile.sim.component.ComponentKind;
import sectile.sim.component.ComponentKind.Level;
import sectile.sim.component.ComponentModel;
import sectile.sim.component.DmaModel;
import sectile.sim.component.GemmModel;
import sectile.sim.component.MathModel;
import sectile.sim.component.MemoryModel;
import sectile.sim.component.NodeModel;
import sectile.sim.component.ProcessorModel;
import sectile.sim.component.Quantities;

/// Shows a machine as a tree of text, with what it adds up to.
public final class TopologyText {
    private static final int MOST_SINGLE_LINKS = 8;

    private final Topology machine;
    private final Totals totals;
    private final List<String> lines = new ArrayList<>();

    private TopologyText(Topology machine) {
        this.machine = machine;
        this.totals = new Totals(machine);
    }

    /// The description, in lines that end with a line feed.
    public static String show(Topology machine) {
        var text = new TopologyText(machine);
        text.levels();
        text.totals();
        return String.join("\n", text.lines) + "\n";
    }

    private void levels() {
        lines.add(machine.name());
        level(Level.SYSTEM, Figures.count(machine.sips(), "SIP") + ", " + arrangement(), system());
        level(Level.SIP, mesh(), List.of(gateway()));
        level(
                Level.CUBE,
                Figures.count(machine.pesPerCube(), "PE") + ": "
                        + machine.peLayout().pePerCorner() + " in each of "
                        + String.join(
                                ", ",
                                machine.peLayout().corners().stream()
                                        .map(Corner::name)
                                        .toList()),
                List.of(
                        "HBM " + Quantities.sizeText(machine.memoryMap().hbm()) + ", "
                                + Figures.size((double) machine.hbmSlice()) + " per PE",
                        "SRAM " + Quantities.sizeText(machine.memoryMap().sram())));
        level(
                Level.PE,
                "TCM " + Quantities.sizeText(machine.memoryMap().tcm()) + ", "
                        + Quantities.sizeText(machine.memoryMap().tcmUsable()) + " for kernels",
                List.of("composite tile " + machine.compositeTile()));
    }

    private List<String> system() {
        List<String> facts = new ArrayList<>(List.of(fabric()));
        List<String> single = new ArrayList<>();
        for (SipWires.Different different : machine.wires().different()) {
            single.add(
                    "link between " + different.ends() + ": " + different.spec().summary());
        }
        for (SipWires.Failure failure : machine.wires().failures()) {
            String when = failure.atPs() == 0 ? "failed" : "fails at " + Quantities.nanosecondsText(failure.atPs());
            single.add("link between " + failure.ends() + ": " + when);
        }
        facts.addAll(single.subList(0, Math.min(MOST_SINGLE_LINKS, single.size())));
        if (single.size() > MOST_SINGLE_LINKS) {
            facts.add(single.size() - MOST_SINGLE_LINKS + " more links that differ or fail");
        }
        return facts;
    }

    private String arrangement() {
        SipGrid grid = machine.sipGrid();
        String shape = grid.topology().twoDimensional() ? " " + grid.w() + " × " + grid.h() : "";
        String racks = machine.racks() > 1 ? ", " + machine.racks() + " racks" : "";
        return grid.topology().text() + shape + ", joined "
                + (machine.join() == SipJoin.SWITCH ? "by a switch" : "directly") + racks;
    }

    private String mesh() {
        return Figures.count(machine.cubes(), "cube") + (machine.cubeMesh().wraps() ? ", torus " : ", mesh ")
                + machine.cubeMesh().w() + " × " + machine.cubeMesh().h();
    }

    private String gateway() {
        return "io gateway at " + (machine.ioCubes().size() == 1 ? "cube " : "cubes ")
                + String.join(
                        ", ", machine.ioCubes().stream().map(String::valueOf).toList());
    }

    private String fabric() {
        FabricSpec fabric = machine.fabric();
        return "chunks of " + Quantities.sizeText(fabric.chunkBytes()) + ", "
                + Figures.count(fabric.virtualChannels(), "virtual channel");
    }

    private void level(Level level, String head, List<String> facts) {
        boolean last = level == Level.PE;
        lines.add((last ? "└─ " : "├─ ") + String.format(Locale.ROOT, "%-6s  %s", level.text(), head));
        String indent = last ? "   " : "│  ";
        List<String> rows = new ArrayList<>(facts);
        for (ComponentKind kind : ComponentKind.of(level)) {
            ComponentSpec component = machine.component(kind);
            rows.add(row(kind.text(), describe(component.model()), component.impl()));
        }
        for (LinkKind kind : LinkKind.of(level)) {
            machine.findLink(kind).ifPresent(link -> {
                long count = totals.links(kind);
                rows.add(row(kind.text(), link.summary(), count == 0 ? "unused" : "× " + Figures.count(count)));
            });
        }
        for (int i = 0; i < rows.size(); i++) {
            lines.add(indent + (i + 1 == rows.size() ? "└─ " : "├─ ") + rows.get(i));
        }
    }

    private static String row(String name, String what, String right) {
        return String.format(Locale.ROOT, "%-12s %-44s %s", name, what, right);
    }

    private static String describe(ComponentModel model) {
        String overhead = Quantities.nanosecondsText(model.overheadPs());
        return switch (model) {
            case NodeModel node -> overhead;
            case ProcessorModel processor -> {
                long entry = processor.servicePs(1) - processor.servicePs(0);
                yield overhead + (entry == 0 ? "" : " + " + Quantities.nanosecondsText(entry) + " per entry");
            }
            case DmaModel dma ->
                overhead + " · " + (dma.channels() == 1 ? "" : dma.channels() + " × ") + dma.bandwidth();
            case MemoryModel memory -> overhead + " · " + memory.bandwidth();
            case GemmModel gemm ->
                overhead + " · " + Figures.flops(gemm.peakFlops(DType.F16)) + " f16, "
                        + Figures.flops(gemm.peakFlops(DType.F32)) + " f32";
            case MathModel math -> overhead;
        };
    }

    private void totals() {
        lines.add("");
        lines.add("totals");
        total("processing elements", Figures.count(machine.pes()));
        total("HBM", Figures.size(totals.hbmBytes()) + ", " + Figures.rate(totals.hbmGbs()));
        total("SRAM", Figures.size(totals.sramBytes()));
        total("TCM", Figures.size(totals.tcmBytes()));
        for (DType dtype : List.of(DType.F16, DType.F32, DType.I8)) {
            total("peak " + dtype.text(), Figures.flops(totals.peakFlops(dtype)));
        }
        total("bisection of a SIP", cut(LinkKind.UCIE, totals.cubeCut(), totals.gbs(LinkKind.UCIE, totals.cubeCut())));
        total("bisection of the SIPs", cut(totals.sipCutKind(), totals.sipCut(), totals.sipCutGbs()));
        AddressSpec address = machine.address();
        total(
                "address",
                address.totalBits() + " bits: " + address.rackBits() + " rack, " + address.sipBits() + " SIP, "
                        + address.cubeBits() + " cube, " + address.localBits() + " offset");
    }

    private static String cut(LinkKind kind, int count, double gbs) {
        return count == 0 ? "none" : Figures.rate(gbs) + " each way, " + Figures.count(count) + " × " + kind.text();
    }

    private void total(String name, String value) {
        lines.add(String.format(Locale.ROOT, "  %-22s %s", name, value));
    }
}
