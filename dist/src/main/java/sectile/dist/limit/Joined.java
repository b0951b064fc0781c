package sectile.dist.limit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import sectile.dist.ccl.Collective;
import sectile.sim.topology.Duplex;
import sectile.sim.topology.LinkPlace;

/// The links of a graph that have a limit. What is joined by links without one is one node.
final class Joined {
    /// @param gbs what it carries, in parts of the fastest; of a half-duplex link, if the other direction is idle
    /// @param turns the number of its half-duplex link; −1 if it carries both directions at once
    /// @param second whether it is the second direction of that link
    record Arc(int from, int to, double gbs, int turns, boolean second, LinkPlace place) {}

    private final List<Set<Integer>> ranks = new ArrayList<>();
    private final List<Arc> arcs = new ArrayList<>();
    private final double fastest;
    private final int halfDuplexLinks;

    Joined(RankGraph graph) {
        int[] into = IntStream.range(0, graph.nodes()).toArray();
        graph.arcs().stream().filter(arc -> !arc.isLimited()).forEach(arc -> {
            int kept = into[arc.from()];
            int gone = into[arc.to()];
            Arrays.setAll(into, node -> into[node] == gone ? kept : into[node]);
        });
        int[] numbers = new int[graph.nodes()];
        Arrays.fill(numbers, -1);
        for (int node = 0; node < into.length; node++) {
            if (numbers[into[node]] < 0) {
                numbers[into[node]] = ranks.size();
                ranks.add(new TreeSet<>());
            }
            if (node < graph.ranks()) {
                ranks.get(numbers[into[node]]).add(node);
            }
        }
        fastest = graph.arcs().stream()
                .filter(RankGraph.Arc::isLimited)
                .mapToDouble(RankGraph.Arc::gbs)
                .max()
                .orElse(1);
        Map<LinkPlace, Integer> known = new HashMap<>();
        for (RankGraph.Arc arc : graph.arcs()) {
            int from = numbers[into[arc.from()]];
            int to = numbers[into[arc.to()]];
            if (arc.isLimited() && from != to) {
                int next = known.size();
                boolean half = arc.duplex() == Duplex.HALF;
                boolean second = half && known.putIfAbsent(arc.place(), next) != null;
                int turns = half ? known.getOrDefault(arc.place(), next) : -1;
                arcs.add(new Arc(from, to, arc.gbs() / fastest, turns, second, arc.place()));
            }
        }
        halfDuplexLinks = known.size();
    }

    int nodes() {
        return ranks.size();
    }

    /// What the fastest link carries, in GB/s.
    double fastest() {
        return fastest;
    }

    List<Arc> arcs() {
        return arcs;
    }

    int halfDuplexLinks() {
        return halfDuplexLinks;
    }

    /// The nodes that have ranks; the others only pass messages on.
    BitSet withRanks() {
        BitSet found = new BitSet();
        IntStream.range(0, nodes()).filter(node -> !ranks.get(node).isEmpty()).forEach(found::set);
        return found;
    }

    /// Those of some nodes that have ranks.
    BitSet withRanks(BitSet nodes) {
        BitSet found = withRanks();
        found.and(nodes);
        return found;
    }

    /// Whether an arc leads to or from a node that only passes messages on.
    boolean isAtRelay(Arc arc) {
        return ranks.get(arc.from).isEmpty() || ranks.get(arc.to).isEmpty();
    }

    Set<Integer> ranksAt(int node) {
        return ranks.get(node);
    }

    Set<Integer> ranks(BitSet nodes) {
        Set<Integer> found = new HashSet<>();
        nodes.stream().forEach(node -> found.addAll(ranks.get(node)));
        return found;
    }

    boolean hasRelays() {
        return withRanks().cardinality() < nodes();
    }

    /// Links and groups of the sets that limit a collective.
    Bottleneck bottleneck(Collective collective, double gbs, List<Phases.Priced> sets) {
        Set<LinkPlace> links = new HashSet<>();
        Set<BitSet> groups = new LinkedHashSet<>();
        BitSet rest = new BitSet();
        rest.set(0, nodes());
        int members = 0;
        for (Phases.Priced set : sets) {
            for (Arc arc : arcs) {
                boolean from = set.nodes().get(arc.from());
                boolean to = set.nodes().get(arc.to());
                if (set.sends() ? from && !to : to && !from) {
                    links.add(arc.place());
                }
            }
            members += groups.add(set.nodes()) ? set.nodes().cardinality() : 0;
            rest.andNot(set.nodes());
        }
        boolean apart = members + rest.cardinality() == nodes();
        if (rest.intersects(withRanks())) {
            groups.add(rest);
        }
        List<Set<Integer>> sips = groups.stream().map(this::ranks).toList();
        if (sips.size() == 2) {
            sips = List.of(sips.getFirst().size() > sips.getLast().size() ? sips.getLast() : sips.getFirst());
        }
        return new Bottleneck(collective, gbs, apart ? sips : List.of(), links);
    }
}
