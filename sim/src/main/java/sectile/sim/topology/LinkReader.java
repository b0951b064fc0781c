package sectile.sim.topology;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Span;
import sectile.base.yaml.Field;
import sectile.base.yaml.MapReader;
import sectile.base.yaml.YamlMap;
import sectile.base.yaml.YamlNumber;
import sectile.base.yaml.YamlType;
import sectile.sim.component.Bandwidth;
import sectile.sim.component.ComponentKind.Level;
import sectile.sim.component.Quantities;

/// Reads the `links` of each section.
final class LinkReader {
    private final Diagnostics problems;
    private final Map<LinkKind, LinkSpec> found = new EnumMap<>(LinkKind.class);
    private Optional<MapReader> systemSection = Optional.empty();
    private final Map<LinkKind, Span> rateSpans = new EnumMap<>(LinkKind.class);

    LinkReader(Diagnostics problems) {
        this.problems = problems;
    }

    /// What was read so far, without the links that have problems.
    Map<LinkKind, LinkSpec> found() {
        return found;
    }

    /// The `links` of the system, if they are there.
    Optional<MapReader> systemSection() {
        return systemSection;
    }

    /// Reports links on which a chunk would take longer than the clock can count.
    void checkChunk(long chunkBytes) {
        found.forEach((kind, link) -> {
            Span span = rateSpans.getOrDefault(kind, Span.none());
            TransferTime.check(link.bandwidth(), chunkBytes, "link `" + kind.text() + "`", span, problems);
        });
    }

    /// Reads the links of a section; `join` decides which ones must be there, and is empty if that is not known.
    void read(Level level, MapReader section, Optional<SipJoin> join) {
        Optional<MapReader> links = section.map("links").required();
        if (links.isEmpty()) {
            return;
        }
        if (level == Level.SYSTEM) {
            systemSection = links;
        }
        for (LinkKind kind : LinkKind.of(level)) {
            Field<MapReader> field = links.get().map(kind.text());
            if (field.isWritten()) {
                field.optional().ifPresent(reader -> link(kind, reader));
            } else if (join.isPresent() && Topology.requires(kind, join.get())) {
                String path = links.get().path() + "." + kind.text();
                String message = kind == LinkKind.SIP_SIP
                        ? "SIPs joined directly need the link `" + path + "`"
                        : "the link `" + path + "` is missing";
                String hint = "add `" + kind.text() + ": { bandwidth_gbs: …, latency_ns: … }`";
                TopologyCode.MISSING_LINK.report(problems, field.span(), message, hint);
            }
        }
    }

    private void link(LinkKind kind, MapReader reader) {
        Field<Bandwidth> bandwidth = reader.read("bandwidth_gbs", QuantityTypes.bandwidth());
        Optional<Long> latency = latency(reader);
        Duplex duplex = reader.read("duplex", YamlType.oneOf(Arrays.asList(Duplex.values()), Duplex::text))
                .or(Duplex.FULL);
        Optional<Bandwidth> rate = bandwidth.required();
        if (rate.isPresent() && latency.isPresent()) {
            found.put(kind, new LinkSpec(kind, rate.get(), latency.get(), duplex));
            rateSpans.put(kind, bandwidth.span());
        }
    }

    private Optional<Long> latency(MapReader reader) {
        Field<Long> latency = reader.read("latency_ns", QuantityTypes.time());
        Field<BigDecimal> distance = reader.read("distance_mm", factor("a distance in mm"));
        Field<BigDecimal> perMm = reader.read("ns_per_mm", factor("a time in ns per mm"));
        boolean byDistance = distance.isWritten() || perMm.isWritten();
        if (latency.isWritten() && byDistance) {
            String extra = distance.isWritten() ? "distance_mm" : "ns_per_mm";
            Span span = reader.map().entry(extra).map(YamlMap.Entry::keySpan).orElse(reader.span());
            String message = "`" + reader.path() + "` has both `latency_ns` and `" + extra + "`";
            String hint = "give either `latency_ns`, or `distance_mm` and `ns_per_mm`";
            TopologyCode.LATENCY_AND_DISTANCE.report(problems, span, message, hint);
            return Optional.empty();
        }
        if (!byDistance && latency.isWritten()) {
            return latency.optional();
        }
        if (!distance.isWritten() || !perMm.isWritten()) {
            String missing = !byDistance ? "latency_ns" : distance.isWritten() ? "ns_per_mm" : "distance_mm";
            Span span = distance.isWritten() ? perMm.span() : distance.span();
            String message = "`" + reader.path() + "` has no `" + missing + "`";
            String hint = "give either `latency_ns`, or `distance_mm` and `ns_per_mm`";
            TopologyCode.LATENCY_INCOMPLETE.report(problems, span, message, hint);
            return Optional.empty();
        }
        return distance.optional()
                .flatMap(mm -> perMm.optional().flatMap(ns -> {
                    String shown = mm + " mm × " + ns + " ns/mm";
                    return QuantityTypes.converted(
                            mm.multiply(ns), distance.span(), problems, time -> Quantities.picoseconds(time, shown));
                }));
    }

    /// A finite number of zero or more.
    private static YamlType<BigDecimal> factor(String expected) {
        return (node, problems) -> QuantityTypes.ofNumber(
                node, problems, expected, (YamlNumber number) -> Quantities.nonNegative(number, expected));
    }
}
