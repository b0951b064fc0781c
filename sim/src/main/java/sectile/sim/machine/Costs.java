package sectile.sim.machine;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.sim.Place;
import sectile.sim.component.ComponentKind;
import sectile.sim.component.GemmModel;
import sectile.sim.component.MathModel;
import sectile.sim.component.MathOp;
import sectile.sim.component.ProcessorModel;
import sectile.sim.fabric.Units;
import sectile.sim.topology.Topology;

/// The cost models of a machine, at hand without a look-up: they are asked several times per operation.
final class Costs {
    private final @Nullable ProcessorModel[] processors = new ProcessorModel[ComponentKind.values().length];
    private final GemmModel gemm;
    private final MathModel math;
    private final long dmaOverheadPs;
    private final long tcmUnitsPerByte;
    private final long dmaUnitsPerByte;
    private final long dmaOutUnitsPerByte;

    // What was asked of MATH last: all PEs of a collective ask for the same again and again.
    private @Nullable MathOp lastOp;
    private @Nullable DType lastDtype;
    private long lastElements;
    private long lastMathPs;

    private final double[] speeds = new double[ComponentKind.values().length];

    /// @param place whose; null for any place of a machine on which all are equally fast, and for what is above PEs
    Costs(Topology topology, @Nullable Place place) {
        for (ComponentKind kind : ComponentKind.values()) {
            speeds[kind.ordinal()] = place == null || kind.level() != ComponentKind.Level.PE
                    ? 1
                    : topology.speeds().of(kind, place.sip(), place.cube(), place.pe());
        }
        for (ComponentKind kind : ComponentKind.values()) {
            if (kind.model() == ProcessorModel.class) {
                processors[kind.ordinal()] = topology.processor(kind);
            }
        }
        gemm = topology.gemm();
        math = topology.math();
        dmaOverheadPs = paced(ComponentKind.PE_DMA, topology.dma().overheadPs());
        tcmUnitsPerByte = topology.tcm()
                .bandwidth()
                .at(speeds[ComponentKind.TCM.ordinal()])
                .unitsPerByte();
        dmaUnitsPerByte = topology.dma()
                .bandwidth()
                .at(speeds[ComponentKind.PE_DMA.ordinal()])
                .unitsPerByte();
        dmaOutUnitsPerByte = Math.max(dmaUnitsPerByte, tcmUnitsPerByte);
    }

    /// How long a processor takes for a request with `entries` table entries.
    long service(ComponentKind kind, long entries) {
        return paced(kind, Objects.requireNonNull(processors[kind.ordinal()]).servicePs(entries));
    }

    GemmModel gemm() {
        return gemm;
    }

    /// How long GEMM takes for a product, its overhead included.
    long gemmPs(int m, int n, int k, DType dtype) {
        try {
            return paced(ComponentKind.PE_GEMM, checked(gemm.overheadPs() + gemm.picoseconds(m, n, k, dtype)));
        } catch (ArithmeticException e) {
            throw Units.pastTheEnd();
        }
    }

    /// What a component of this place takes for work that takes `ps` at the topology's speed.
    private long paced(ComponentKind kind, long ps) {
        return paced(ps, speeds[kind.ordinal()]);
    }

    static long paced(long ps, double speed) {
        return speed == 1 ? ps : checked(Math.round(ps / speed));
    }

    private static long checked(long ps) {
        if (ps < 0 || ps > Units.LAST_PS) {
            throw Units.pastTheEnd();
        }
        return ps;
    }

    /// How long MATH takes for an operation, its overhead included.
    long mathPs(MathOp op, long elements, DType dtype) {
        if (op != lastOp || elements != lastElements || dtype != lastDtype) {
            try {
                lastMathPs = paced(
                        ComponentKind.PE_MATH, checked(math.overheadPs() + math.picoseconds(op, elements, dtype)));
            } catch (ArithmeticException e) {
                throw Units.pastTheEnd();
            }
            lastOp = op;
            lastElements = elements;
            lastDtype = dtype;
        }
        return lastMathPs;
    }

    long dmaOverheadPs() {
        return dmaOverheadPs;
    }

    /// How long the inbound DMA works for this many bytes: it asks for them, and they pass.
    long dmaInPs(long bytes) {
        return dmaOverheadPs + Units.ceilPicoseconds(Units.after(0, bytes, dmaUnitsPerByte));
    }

    long tcmUnitsPerByte() {
        return tcmUnitsPerByte;
    }

    /// Whether TCM is slower than the DMA engine.
    boolean isTcmSlow() {
        return tcmUnitsPerByte == dmaOutUnitsPerByte && tcmUnitsPerByte > dmaUnitsPerByte;
    }

    /// What leaves a PE comes out of TCM through the DMA engine: the slower of the two.
    long dmaOutUnitsPerByte() {
        return dmaOutUnitsPerByte;
    }
}
