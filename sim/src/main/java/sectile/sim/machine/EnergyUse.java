package sectile.sim.machine;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/// The energy that a machine has used, exactly.
///
/// @param used in pJ, without static power
/// @param staticMw the power of all parts, whatever they do
/// @param areasMm2 of all parts of a kind
public record EnergyUse(Map<Of, BigDecimal> used, BigDecimal staticMw, Map<String, BigDecimal> areasMm2) {
    /// The name of what parts use whatever they do.
    public static final String STATIC_POWER = "static power";

    /// 1 mW for 1 ps, in pJ.
    private static final BigDecimal MILLIWATT = new BigDecimal("0.001");

    /// What used it.
    ///
    /// @param part a kind of component or link
    /// @param line of the kernel or host program that asked for it; "" if none did, as for launches, and for links,
    ///     memories and control processors on a machine that is not traced
    public record Of(String part, String line) {}

    public EnergyUse {
        used = Collections.unmodifiableMap(new LinkedHashMap<>(used));
        areasMm2 = Collections.unmodifiableMap(new LinkedHashMap<>(areasMm2));
    }

    /// What static power adds in a time.
    public BigDecimal staticPj(long picoseconds) {
        return staticMw.multiply(BigDecimal.valueOf(picoseconds)).multiply(MILLIWATT);
    }

    /// All of it in a run of some length.
    public BigDecimal totalPj(long picoseconds) {
        return used.values().stream().reduce(staticPj(picoseconds), BigDecimal::add);
    }

    /// The energy of each part, and of static power.
    public Map<String, BigDecimal> byPart(long picoseconds) {
        return grouped(Of::part, STATIC_POWER, picoseconds);
    }

    /// The energy of each line, of all that no line asked for under "", and of static power.
    public Map<String, BigDecimal> byLine(long picoseconds) {
        return grouped(Of::line, STATIC_POWER, picoseconds);
    }

    private Map<String, BigDecimal> grouped(Function<Of, String> group, String ofStatic, long picoseconds) {
        Map<String, BigDecimal> sums = new LinkedHashMap<>();
        used.forEach((of, energy) -> sums.merge(group.apply(of), energy, BigDecimal::add));
        BigDecimal always = staticPj(picoseconds);
        if (always.signum() > 0) {
            sums.merge(ofStatic, always, BigDecimal::add);
        }
        return sums;
    }

    public BigDecimal areaMm2() {
        return areasMm2.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    }
}
