package sectile.report.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sectile.base.array.DType;
import sectile.base.json.JsonWriter;
import sectile.base.quantity.Unit;
import sectile.base.quantity.Units;
import sectile.report.html.LinePlot;
import sectile.sim.component.MathOp;
import sectile.sim.topology.Topology;

/// How fast something computed, compared with what its PEs can do at best: their matrix and vector engines at their
/// peaks, their DMA engines at their bandwidths, in the mix that it asked of them.
///
/// @param perSecond operations in a second, and `peak` what the engines could have done
/// @param bytesPerSecond what the DMA engines could have moved in both directions
/// @param intensity operations per byte that was moved
record Roofline(String name, double perSecond, double peak, double bytesPerSecond, double intensity) {
    /// An engine whose peak is infinite is asked for this many elements.
    private static final long MANY = 1L << 24;

    private static final double PS = 1e12;

    /// Of something that computed and moved bytes; empty for other things.
    static Optional<Roofline> of(Topology topology, PhaseTime phase) {
        PhaseTime.Amounts amounts = phase.amounts();
        DType dtype = amounts.dtype();
        if (dtype == null || amounts.flops() == 0 || amounts.bytes() == 0 || phase.timePs() == 0) {
            return Optional.empty();
        }
        double pes = Math.max(1, phase.pes());
        double gemm = amounts.gemm() == 0
                ? 0
                : amounts.gemm() / (pes * topology.gemm().peakFlops(dtype));
        double math = amounts.math() == 0 ? 0 : amounts.math() / (pes * mathPeak(topology, dtype));
        double in = topology.dma().bandwidth().gbs() * 1e9;
        double out = Math.min(in, topology.tcm().bandwidth().gbs() * 1e9);
        return Optional.of(new Roofline(
                phase.name(),
                amounts.flops() / (phase.timePs() / PS),
                amounts.flops() / Math.max(gemm, math),
                amounts.bytes() / (Math.max(amounts.bytesIn() / in, amounts.bytesOut() / out) / pes),
                (double) amounts.flops() / amounts.bytes()));
    }

    /// What the vector engine of a PE does in a second: additions of a long array.
    private static double mathPeak(Topology topology, DType dtype) {
        long ps = topology.math().picoseconds(MathOp.ADD, MANY, dtype);
        return ps == 0 ? Double.POSITIVE_INFINITY : MANY / (ps / PS);
    }

    /// From this intensity on the engines limit it, below it the memory does.
    double ridge() {
        return peak / bytesPerSecond;
    }

    boolean memoryBound() {
        return intensity < ridge();
    }

    /// What could be reached at this intensity.
    double roof() {
        return Math.min(peak, intensity * bytesPerSecond);
    }

    /// How much of that was reached.
    double reached() {
        double roof = roof();
        return Double.isInfinite(roof) ? 0 : perSecond / roof;
    }

    /// What sets the roof: `memory`, `compute`, or `none` on a machine without limits.
    String bound() {
        return Double.isInfinite(roof()) ? "none" : memoryBound() ? "memory" : "compute";
    }

    String sentence() {
        if (Double.isInfinite(roof())) {
            return "roofline of " + name + ": " + Units.operationRate(perSecond) + "; this machine sets no limit";
        }
        return "roofline of " + name + ": " + Units.operationRate(perSecond) + ", " + Units.percent(reached())
                + " of the "
                + Units.operationRate(roof()) + " that " + (memoryBound() ? "DMA bandwidth" : "the engines")
                + " would allow at "
                + Units.number(intensity) + " operations per byte";
    }

    void write(JsonWriter json) {
        json.name("roofline").beginObject().member("operations_per_second", perSecond);
        number(json, "peak_operations_per_second", peak);
        number(json, "peak_bytes_per_second", bytesPerSecond);
        json.member("operations_per_byte", intensity);
        number(json, "ridge_operations_per_byte", ridge());
        number(json, "roof_operations_per_second", roof());
        json.member("reached", reached()).member("bound", bound()).endObject();
    }

    private static void number(JsonWriter json, String name, double value) {
        if (Double.isFinite(value)) {
            json.member(name, value);
        } else {
            json.name(name).nullValue();
        }
    }

    /// All of them below the roof of the first, which is the largest.
    static Optional<LinePlot> plot(List<Roofline> all) {
        if (all.isEmpty()
                || Double.isInfinite(all.getFirst().peak)
                || Double.isInfinite(all.getFirst().bytesPerSecond)) {
            return Optional.empty();
        }
        Roofline roof = all.getFirst();
        double least = roof.ridge();
        double most = roof.ridge();
        for (Roofline each : all) {
            least = Math.min(least, each.intensity);
            most = Math.max(most, each.intensity);
        }
        List<LinePlot.Series> series = new ArrayList<>();
        series.add(new LinePlot.Series(
                "roof of " + roof.name,
                List.of(
                        new LinePlot.Point(least / 4, least / 4 * roof.bytesPerSecond, "DMA bandwidth"),
                        new LinePlot.Point(roof.ridge(), roof.peak, "ridge"),
                        new LinePlot.Point(most * 4, roof.peak, "peak of the engines"))));
        for (Roofline each : all) {
            series.add(new LinePlot.Series(
                    each.name, List.of(new LinePlot.Point(each.intensity, each.perSecond, each.name)), false));
        }
        return Optional.of(new LinePlot(
                "Roofline",
                new LinePlot.Axis("operations per byte", Unit.NUMBER, true),
                new LinePlot.Axis("operations per second", Unit.OPERATIONS_PER_SECOND, true),
                series));
    }
}
