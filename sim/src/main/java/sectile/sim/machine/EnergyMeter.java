package sectile.sim.machine;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.sim.component.ComponentKind;
import sectile.sim.fabric.Link;
import sectile.sim.topology.EnergySpec;
import sectile.sim.topology.LinkKind;
import sectile.sim.topology.LinkPlace;
import sectile.sim.topology.Topology;
import sectile.sim.trace.Occupancy;
import sectile.sim.trace.Op;
import sectile.sim.trace.OpListener;

/// Counts what uses energy; only on machines whose topology has a section `energy`.
///
/// It counts operations, bytes and uses rather than energies, so that nothing is rounded before the end.
final class EnergyMeter implements OpListener {
    private final EnergySpec spec;
    private final Map<Counted, Long> counts = new LinkedHashMap<>();

    /// What was counted together.
    ///
    /// @param dtype of arithmetic
    private record Counted(
            String part, String line, @Nullable DType dtype) {}

    /// What each link carried, by the line that asked for it.
    private final Map<String, SortedMap<String, Carried>> carried = new LinkedHashMap<>();

    /// What a link carried.
    private record Carried(long bytes, long chunks) {
        Carried plus(Carried other) {
            return new Carried(Math.addExact(bytes, other.bytes), chunks + other.chunks);
        }
    }

    EnergyMeter(EnergySpec spec) {
        this.spec = spec;
    }

    @Override
    public boolean wantsKernelLines() {
        return true;
    }

    @Override
    public boolean wantsOccupancy() {
        return true;
    }

    @Override
    public void op(Op op) {
        switch (op.lane()) {
            case SCHEDULER -> count(ComponentKind.SCHEDULER, op, 1);
            case IPCQ -> count(ComponentKind.PE_IPCQ, op, 1);
            case GEMM -> count(ComponentKind.PE_GEMM, op, op.flops());
            case MATH -> count(ComponentKind.PE_MATH, op, op.flops());
            case DMA_IN, DMA_OUT -> {
                count(ComponentKind.PE_DMA, op, op.bytes());
                count(ComponentKind.TCM, op, op.bytes());
            }
        }
    }

    private void count(ComponentKind kind, Op op, long amount) {
        if (amount > 0 && spec.parts().containsKey(kind.text())) {
            counts.merge(new Counted(kind.text(), op.kernelLine(), op.dtype()), amount, Math::addExact);
        }
    }

    @Override
    public void occupied(Occupancy occupancy) {
        switch (occupancy.kind()) {
            case PROCESSOR -> {
                String name = occupancy.name().substring(occupancy.name().lastIndexOf('.') + 1);
                if (spec.parts().containsKey(name)) {
                    counts.merge(new Counted(name, occupancy.line(), null), 1L, Math::addExact);
                }
            }
            case LINK ->
                carried.computeIfAbsent(occupancy.name(), link -> new TreeMap<>())
                        .merge(occupancy.line(), new Carried(occupancy.bytes(), 1), Carried::plus);
        }
    }

    void reset() {
        counts.clear();
        carried.clear();
    }

    /// What was used since counting began.
    EnergyUse use(Topology topology, Iterable<Link> links) {
        Map<EnergyUse.Of, BigDecimal> used = new LinkedHashMap<>();
        counts.forEach((counted, amount) -> {
            EnergySpec.Part part = spec.parts().get(counted.part);
            if (part != null) {
                DType dtype = counted.dtype;
                BigDecimal each = switch (ComponentKind.parse(counted.part).orElseThrow()) {
                    case PE_GEMM, PE_MATH -> dtype == null ? part.perOtherOp() : part.perOp(dtype);
                    case PE_DMA, TCM -> part.perByte();
                    case HOST, IO_CPU, M_CPU, PE_CPU, SCHEDULER, PE_IPCQ, PE_MMU -> part.perUse();
                    case PCIE_EP, SWITCH, IO, NOC, HBM, SRAM -> BigDecimal.ZERO;
                };
                add(used, counted.part, counted.line, each.multiply(BigDecimal.valueOf(amount)));
            }
        });
        for (Link link : links) {
            link.place()
                    .map(LinkPlace::kind)
                    .ifPresent(kind -> carried.getOrDefault(link.name(), new TreeMap<>())
                            .forEach((line, amount) -> add(used, kind, line, amount)));
        }
        return new EnergyUse(used, EnergySpec.staticMw(topology), EnergySpec.areas(topology));
    }

    private void add(Map<EnergyUse.Of, BigDecimal> used, LinkKind kind, String line, Carried amount) {
        EnergySpec.Part part = spec.parts().get(kind.text());
        if (part != null) {
            add(
                    used,
                    kind.text(),
                    line,
                    part.perByte()
                            .multiply(BigDecimal.valueOf(amount.bytes))
                            .add(part.perUse().multiply(BigDecimal.valueOf(amount.chunks))));
        }
        String memory = kind == LinkKind.HBM_NOC ? "hbm" : kind == LinkKind.SRAM_NOC ? "sram" : "";
        EnergySpec.Part behind = spec.parts().get(memory);
        if (behind != null) {
            add(used, memory, line, behind.perByte().multiply(BigDecimal.valueOf(amount.bytes)));
        }
    }

    private static void add(Map<EnergyUse.Of, BigDecimal> used, String part, String line, BigDecimal energy) {
        if (energy.signum() > 0) {
            used.merge(new EnergyUse.Of(part, line), energy, BigDecimal::add);
        }
    }
}
