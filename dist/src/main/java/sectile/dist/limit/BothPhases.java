package sectile.dist.limit;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import sectile.dist.ccl.Collective;
import sectile.sim.topology.LinkPlace;

/// The bound of an all-reduce where links are faster in one direction than in the other: what limits sending before the
/// result is there and receiving after it differs, and groups that are narrow in both ways count together.
///
/// Which groups limit an all-reduce is read off the sets that limit [trees][TwoTrees]. On hundreds of random machines
/// of
/// up to six ranks, that was the exact bound but for a few, where it was within 1 %.
final class BothPhases {
    /// The linear program has a dense table, so its cost grows fast with arcs.
    private static final int MOST_ARCS = 100;
    /// Groupings that share the turns of half-duplex links.
    private static final int MOST_TOGETHER = 6;

    private record Bound(double rate, List<List<BitSet>> groupings, List<Phases.Priced> sets) {}

    private final Joined graph;

    BothPhases(RankGraph graph) {
        this.graph = new Joined(graph);
    }

    /// The bound, or another one that is no worse.
    Bottleneck orNarrower(Bottleneck other) {
        if (graph.arcs().isEmpty() || graph.arcs().size() > MOST_ARCS) {
            return other.reaching(0);
        }
        Optional<Phases.Best> trees = new TwoTrees(graph).best();
        if (trees.isEmpty()) {
            return other.reaching(0);
        }
        double reached = trees.get().rate() * graph.fastest();
        // Where messages pass nodes without ranks, trees may need more than cuts say.
        boolean direct = graph.withRanks().cardinality() == graph.nodes();
        if (other.gbs() <= reached * (1 + 1e-6)) {
            return other.reaching(direct ? other.gbs() : 0);
        }
        Set<BitSet> sets = new LinkedHashSet<>();
        trees.get().sets().forEach(set -> sets.add(set.nodes()));
        Bound bound = bound(Groupings.of(graph, sets));
        double gbs = bound.rate * graph.fastest();
        Bottleneck narrower = gbs < other.gbs() * (1 - 1e-9) ? bottleneck(gbs, bound) : other;
        return narrower.reaching(direct ? Math.min(reached, narrower.gbs()) : 0);
    }

    private Bound bound(List<List<BitSet>> groupings) {
        List<Bound> each = groupings.stream()
                .map(groups -> together(List.of(groups)))
                .sorted(Comparator.comparingDouble(Bound::rate))
                .toList();
        if (graph.halfDuplexLinks() == 0) {
            return each.getFirst();
        }
        return together(each.stream()
                .limit(MOST_TOGETHER)
                .map(bound -> bound.groupings.getFirst())
                .toList());
    }

    private Bound together(List<List<BitSet>> groupings) {
        Phases phases = new Phases(
                graph,
                groupings.stream()
                        .map(groups -> Phases.View.of(graph.nodes(), groups))
                        .toList());
        for (int i = 0; i < groupings.size(); i++) {
            for (BitSet group : groupings.get(i)) {
                phases.add(i, group);
            }
        }
        Phases.Best best = phases.solve();
        return new Bound(best.rate(), groupings, best.sets());
    }

    private Bottleneck bottleneck(double gbs, Bound bound) {
        Set<LinkPlace> links = new HashSet<>();
        Set<Integer> views = new HashSet<>();
        for (Phases.Priced set : bound.sets) {
            views.add(set.view());
            for (Joined.Arc arc : graph.arcs()) {
                boolean from = set.nodes().get(arc.from());
                boolean to = set.nodes().get(arc.to());
                if ((from && !to && set.early() > 1e-9) || (to && !from && set.late() > 1e-9)) {
                    links.add(arc.place());
                }
            }
        }
        List<Set<Integer>> groups = new ArrayList<>();
        if (views.size() == 1) {
            bound.groupings.get(views.iterator().next()).forEach(group -> groups.add(graph.ranks(group)));
            if (groups.size() == 2) {
                groups.remove(groups.getFirst().size() > groups.getLast().size() ? 0 : 1);
            }
        }
        return new Bottleneck(Collective.ALL_REDUCE, gbs, groups, links);
    }
}
