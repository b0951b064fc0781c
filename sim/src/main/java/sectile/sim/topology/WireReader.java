package sectile.sim.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Span;
import sectile.base.yaml.Field;
import sectile.base.yaml.MapReader;
import sectile.base.yaml.YamlList;
import sectile.base.yaml.YamlMap;
import sectile.base.yaml.YamlNode;
import sectile.base.yaml.YamlType;
import sectile.sim.topology.SipWires.Ends;
import sectile.sim.topology.SipWires.Pair;

/// Reads what a file says about single links between SIPs: `sips.pairs`, `links.different` and `links.failed`.
final class WireReader {
    private final Diagnostics problems;
    private final SipGrid grid;
    private final SipJoin join;
    private final List<Pair> pairs = new ArrayList<>();

    WireReader(Diagnostics problems, SipGrid grid, SipJoin join) {
        this.problems = problems;
        this.grid = grid;
        this.join = join;
    }

    /// @param uniform what `sip_sip` says; nothing if it is missing or wrong
    SipWires read(MapReader sips, Optional<MapReader> links, Optional<LinkSpec> uniform) {
        pairs(sips);
        List<SipWires.Different> different = new ArrayList<>();
        List<SipWires.Failure> failures = new ArrayList<>();
        links.ifPresent(section -> {
            Field<List<MapReader>> differing = section.maps("different");
            differing
                    .or(List.of())
                    .forEach(reader ->
                            uniform.flatMap(spec -> different(reader, spec)).ifPresent(different::add));
            Field<List<YamlNode>> failed = section.list("failed", (node, into) -> Optional.of(node));
            failed.or(List.of()).forEach(node -> failure(node).ifPresent(failures::add));
            joinedDirectly(differing.isWritten() ? differing.span() : failed.span(), different, failures);
        });
        return new SipWires(pairs, different, failures);
    }

    private void joinedDirectly(Span span, List<?> different, List<?> failures) {
        if (join == SipJoin.SWITCH && !(different.isEmpty() && failures.isEmpty())) {
            TopologyCode.WIRES_OF_SWITCH.report(
                    problems, span, "SIPs joined by a switch have no links between each other", "use `join: direct`");
        }
    }

    private void pairs(MapReader sips) {
        Field<List<YamlNode>> field = sips.list("pairs", (node, into) -> Optional.of(node));
        boolean graph = grid.topology() == SipTopology.GRAPH;
        if (field.isWritten() != graph) {
            String message = graph
                    ? "a `graph` needs `pairs`, the SIPs that its links join"
                    : "`pairs` has no meaning for a `" + grid.topology().text() + "`";
            TopologyCode.PAIRS_OF_GRAPH.report(
                    problems, field.span(), message, graph ? "add `pairs: [[0, 1], …]`" : "use `topology: graph`");
            return;
        }
        if (graph && join == SipJoin.SWITCH) {
            TopologyCode.PAIRS_OF_GRAPH.report(
                    problems, field.span(), "the SIPs of a `graph` are joined by links", "use `join: direct`");
        }
        Set<Pair> seen = new HashSet<>();
        for (YamlNode node : field.or(List.of())) {
            Optional<Pair> pair = pair(node);
            if (pair.isEmpty()) {
                continue;
            }
            Pair ordered = new Pair(
                    Math.min(pair.get().a(), pair.get().b()),
                    Math.max(pair.get().a(), pair.get().b()));
            if (seen.add(ordered)) {
                pairs.add(ordered);
            } else {
                String message = "SIPs " + ordered.a() + " and " + ordered.b() + " are joined twice";
                TopologyCode.LINK_TWICE.report(
                        problems, node.span(), message, "give the link the rate of both under `links.different`");
            }
        }
    }

    private Optional<SipWires.Different> different(MapReader reader, LinkSpec uniform) {
        Optional<Ends> ends = ends(reader);
        LinkSpec spec = new LinkSpec(
                LinkKind.SIP_SIP,
                reader.read("bandwidth_gbs", QuantityTypes.bandwidth()).or(uniform.bandwidth()),
                reader.read("latency_ns", QuantityTypes.time()).or(uniform.latencyPs()),
                reader.read("duplex", YamlType.oneOf(Arrays.asList(Duplex.values()), Duplex::text))
                        .or(uniform.duplex()));
        return ends.map(found -> new SipWires.Different(found, spec));
    }

    /// `[0, 1]`, or `{ between: [0, 1], port: E, at_ns: 500 }`.
    private Optional<SipWires.Failure> failure(YamlNode node) {
        if (node instanceof YamlMap map) {
            MapReader reader = MapReader.of(map, problems);
            Optional<Ends> ends = ends(reader);
            long at = reader.read("at_ns", QuantityTypes.time()).or(0L);
            reader.finish();
            return ends.map(found -> new SipWires.Failure(found, at));
        }
        return pair(node)
                .flatMap(pair -> known(new Ends(pair, Optional.empty()), node.span()))
                .map(found -> new SipWires.Failure(found, 0));
    }

    private Optional<Ends> ends(MapReader reader) {
        Optional<YamlNode> between = reader.node("between").required();
        Optional<Direction> port = reader.read("port", YamlType.oneOf(Arrays.asList(Direction.values()), Enum::name))
                .optional();
        return between.flatMap(node -> pair(node).flatMap(pair -> known(new Ends(pair, port), node.span())));
    }

    /// Reports ends that no link joins.
    private Optional<Ends> known(Ends ends, Span span) {
        int from = ends.pair().a();
        var ports = SipNetwork.ports(grid, pairs, from);
        boolean exists =
                ports.entrySet().stream().anyMatch(entry -> ends.contains(from, entry.getKey(), entry.getValue()));
        if (exists || join == SipJoin.SWITCH) {
            return Optional.of(ends);
        }
        Set<Integer> others = new TreeSet<>(ports.values());
        String hint = others.isEmpty()
                ? "SIP " + from + " has no links"
                : "SIP " + from + " has links to "
                        + String.join(", ", others.stream().map(String::valueOf).toList());
        TopologyCode.NO_SUCH_LINK.report(problems, span, "no link joins SIPs " + ends, hint);
        return Optional.empty();
    }

    private Optional<Pair> pair(YamlNode node) {
        Optional<List<Integer>> ends = node instanceof YamlList
                ? YamlType.listOf(Counts.between(0, grid.count() - 1, TopologyCode.BAD_PAIR, "as number of a SIP"))
                        .read(node, problems)
                : Optional.of(List.of());
        if (ends.isEmpty()) {
            return Optional.empty();
        }
        List<Integer> found = ends.get();
        if (found.size() != 2 || found.get(0).equals(found.get(1))) {
            TopologyCode.BAD_PAIR.report(
                    problems, node.span(), "expected two different SIPs, found " + node.describe(), "write `[0, 1]`");
            return Optional.empty();
        }
        return Optional.of(new Pair(found.get(0), found.get(1)));
    }
}
