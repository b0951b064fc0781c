package sectile.sim.topology;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import sectile.base.array.DType;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.base.yaml.Field;
import sectile.base.yaml.MapReader;
import sectile.base.yaml.YamlMap;
import sectile.base.yaml.YamlNode;
import sectile.base.yaml.YamlType;
import sectile.sim.component.ComponentKind;
import sectile.sim.component.Quantities;

/// Reads the section `energy`.
final class EnergyReader {
    private static final String OTHER = "other";

    private final Diagnostics problems;

    EnergyReader(Diagnostics problems) {
        this.problems = problems;
    }

    /// The keys that a component or link may have.
    static List<String> keys(String name) {
        List<String> keys = new ArrayList<>(List.of("static_mw", "area_mm2"));
        if (LinkKind.parse(name).isPresent()) {
            keys.addAll(List.of("pj_per_byte", "pj_per_hop"));
            return keys;
        }
        switch (ComponentKind.parse(name).orElseThrow()) {
            case PE_GEMM, PE_MATH -> keys.add("pj_per_op");
            case HBM, SRAM, TCM, PE_DMA -> keys.add("pj_per_byte");
            case HOST, IO_CPU, M_CPU, PE_CPU, SCHEDULER, PE_IPCQ -> keys.add("pj_per_use");
            case PCIE_EP, SWITCH, IO, NOC, PE_MMU -> {}
        }
        return keys;
    }

    /// Everything that has such keys.
    static List<String> names() {
        List<String> names = new ArrayList<>();
        for (ComponentKind kind : ComponentKind.values()) {
            names.add(kind.text());
        }
        for (LinkKind kind : LinkKind.values()) {
            names.add(kind.text());
        }
        return names;
    }

    /// @param links which of them have a finite rate decides what can be counted
    EnergySpec read(MapReader section, Map<LinkKind, LinkSpec> links) {
        Map<String, EnergySpec.Part> parts = new LinkedHashMap<>();
        section.namedMaps().forEach((name, reader) -> parts.put(name, part(name, reader, links)));
        return new EnergySpec(parts);
    }

    private EnergySpec.Part part(String name, MapReader reader, Map<LinkKind, LinkSpec> links) {
        Map<DType, BigDecimal> perOp = new EnumMap<>(DType.class);
        BigDecimal other = BigDecimal.ZERO;
        Field<YamlNode> operations = reader.node("pj_per_op");
        if (operations.optional().orElse(null) instanceof YamlMap map) {
            other = types(MapReader.of(map, problems), perOp);
        } else {
            other = number(reader, "pj_per_op");
        }
        BigDecimal perByte = number(reader, "pj_per_byte");
        boolean isLink = LinkKind.parse(name).isPresent();
        BigDecimal perUse = number(reader, isLink ? "pj_per_hop" : "pj_per_use");
        if (perByte.signum() > 0 || (isLink && perUse.signum() > 0)) {
            checkCounted(name, reader.span(), links);
        }
        return new EnergySpec.Part(
                perOp, other, perByte, perUse, number(reader, "static_mw"), number(reader, "area_mm2"));
    }

    /// Bytes are counted where links carry them one after the other.
    private void checkCounted(String name, Span span, Map<LinkKind, LinkSpec> links) {
        Optional<LinkKind> counter = switch (name) {
            case "hbm" -> Optional.of(LinkKind.HBM_NOC);
            case "sram" -> Optional.of(LinkKind.SRAM_NOC);
            default -> LinkKind.parse(name);
        };
        counter.map(links::get)
                .filter(link -> link.bandwidth().infinite())
                .ifPresent(link -> TopologyCode.ENERGY_NOT_COUNTED.report(
                        problems,
                        span,
                        "`energy." + name + "` needs a finite bandwidth of the link `"
                                + link.kind().text() + "`",
                        "links of infinite bandwidth do not count what they carry; give bandwidth_gbs a number"));
    }

    private BigDecimal types(MapReader reader, Map<DType, BigDecimal> perOp) {
        BigDecimal other = BigDecimal.ZERO;
        for (YamlMap.Entry entry : reader.entries()) {
            BigDecimal energy = number(reader, entry.key());
            Optional<DType> dtype = DType.parse(entry.key());
            if (entry.key().equals(OTHER)) {
                other = energy;
            } else if (dtype.isPresent()) {
                perOp.put(dtype.get(), energy);
            } else {
                List<String> known = new ArrayList<>(List.of(OTHER));
                for (DType each : DType.values()) {
                    known.add(each.text());
                }
                TopologyCode.UNKNOWN_TABLE_KEY.report(
                        problems,
                        entry.keySpan(),
                        "`" + entry.key() + "` is not an element type",
                        Nearest.hint(entry.key(), known));
            }
        }
        return other;
    }

    private static BigDecimal number(MapReader reader, String key) {
        String expected = key.equals("area_mm2")
                ? "an area in mm²"
                : key.equals("static_mw") ? "a power in mW" : "an energy in pJ";
        YamlType<BigDecimal> type = (node, problems) ->
                QuantityTypes.ofNumber(node, problems, expected, number -> Quantities.nonNegative(number, expected));
        return reader.read(key, type).or(BigDecimal.ZERO);
    }
}
