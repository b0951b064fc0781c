package sectile.sim.machine;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
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

    Costs(Topology topology) {
        for (ComponentKind kind : ComponentKind.values()) {
            if (kind.model() == ProcessorModel.class) {
                processors[kind.ordinal()] = topology.processor(kind);
            }
        }
        gemm = topology.gemm();
        math = topology.math();
        dmaOverheadPs = topology.dma().overheadPs();
        tcmUnitsPerByte = topology.tcm().bandwidth().unitsPerByte();
        dmaUnitsPerByte = topology.dma().bandwidth().unitsPerByte();
        dmaOutUnitsPerByte = Math.max(dmaUnitsPerByte, tcmUnitsPerByte);
    }

    /// How long a processor takes for a request with `entries` table entries.
    long service(ComponentKind kind, long entries) {
        return Objects.requireNonNull(processors[kind.ordinal()]).servicePs(entries);
    }

    GemmModel gemm() {
        return gemm;
    }

    /// How long GEMM takes for a product, its overhead included.
    long gemmPs(int m, int n, int k, DType dtype) {
        try {
            return checked(gemm.overheadPs() + gemm.picoseconds(m, n, k, dtype));
        } catch (ArithmeticException e) {
            throw Units.pastTheEnd();
        }
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
                lastMathPs = checked(math.overheadPs() + math.picoseconds(op, elements, dtype));
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
