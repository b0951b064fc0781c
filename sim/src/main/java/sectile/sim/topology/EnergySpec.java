package sectile.sim.topology;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import sectile.base.array.DType;
import sectile.sim.component.ComponentKind;

/// What the parts of a machine use and how large they are: the section `energy`. Nothing, unless given.
///
/// @param parts by the name of a component or link, such as `pe_gemm` or `sip_sip`
public record EnergySpec(Map<String, Part> parts) {
    /// A machine of which nothing is known.
    public static final EnergySpec NONE = new EnergySpec(Map.of());

    /// A kind of component or link; energies in pJ.
    ///
    /// @param perOp of an arithmetic operation by the type of its elements
    /// @param perOtherOp of an operation on any other type
    /// @param perByte of a byte that is read, written or carried
    /// @param perUse of a use of a component, or of a piece of a message that a link carries
    /// @param staticMw the power of each, whatever it does, in mW
    /// @param areaMm2 of each, in mm²
    public record Part(
            Map<DType, BigDecimal> perOp,
            BigDecimal perOtherOp,
            BigDecimal perByte,
            BigDecimal perUse,
            BigDecimal staticMw,
            BigDecimal areaMm2) {
        public Part {
            perOp = perOp.isEmpty() ? Map.of() : Collections.unmodifiableMap(new EnumMap<>(perOp));
        }

        /// The energy of an operation on a type.
        public BigDecimal perOp(DType dtype) {
            return perOp.getOrDefault(dtype, perOtherOp);
        }
    }

    public EnergySpec {
        parts = Collections.unmodifiableMap(new LinkedHashMap<>(parts));
    }

    public boolean isEmpty() {
        return parts.isEmpty();
    }

    /// How many of a component or link a machine has.
    static long count(Topology machine, String name) {
        var component = ComponentKind.parse(name);
        if (component.isPresent()) {
            return switch (component.get().level()) {
                case SYSTEM -> 1;
                case SIP -> machine.sips();
                case CUBE -> (long) machine.sips() * machine.cubes();
                case PE -> machine.pes();
            };
        }
        long cubes = (long) machine.sips() * machine.cubes();
        return switch (LinkKind.parse(name).orElseThrow()) {
            case HOST_PCIE, PCIE_SWITCH -> 1;
            case SWITCH_SIP, IOCPU_IO -> machine.sips();
            case IO_NOC -> (long) machine.sips() * machine.ioCubes().size();
            case SIP_SIP -> machine.join() == SipJoin.DIRECT ? sipLinks(machine) : 0;
            case UCIE -> (long) machine.sips() * machine.cubeMesh().links();
            case MCPU_NOC, HBM_NOC, SRAM_NOC -> cubes;
            case PE_NOC -> machine.pes();
        };
    }

    private static long sipLinks(Topology machine) {
        long ends = 0;
        for (int sip = 0; sip < machine.sips(); sip++) {
            ends += machine.sipNeighbours(sip).size();
        }
        return ends / 2;
    }

    /// The power of all parts together, whatever they do, in mW.
    public static BigDecimal staticMw(Topology machine) {
        return machine.energy().parts().entrySet().stream()
                .map(part -> part.getValue().staticMw().multiply(BigDecimal.valueOf(count(machine, part.getKey()))))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /// The area of all parts of each kind, in mm².
    public static Map<String, BigDecimal> areas(Topology machine) {
        Map<String, BigDecimal> areas = new LinkedHashMap<>();
        machine.energy().parts().forEach((name, part) -> {
            if (part.areaMm2().signum() > 0) {
                areas.put(name, part.areaMm2().multiply(BigDecimal.valueOf(count(machine, name))));
            }
        });
        return areas;
    }
}
