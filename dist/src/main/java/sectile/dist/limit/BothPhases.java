package sectile.dist.limit;

import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import sectile.dist.ccl.Collective;
import sectile.sim.topology.LinkPlace;

/// The bound of an all-reduce where links are faster in one direction than in the other: what limits sending before the
/// result is there and receiving after it differs, and sets that are narrow in both ways count together.
///
/// Which [sets][Phases] limit an all-reduce is read off those that limit [trees][TwoTrees].
final class BothPhases {
    /// The table of the linear program has a column for each arc. With so many it takes some hundred megabytes and a
    /// minute.
    private static final int MOST_ARCS = 5000;

    private static final double ROUNDING = 2e-6;

    private final Joined graph;

    BothPhases(RankGraph graph) {
        this.graph = new Joined(graph);
    }

    boolean isTooLarge() {
        return graph.arcs().size() > MOST_ARCS;
    }

    /// The bound, or another one that is no worse.
    Bottleneck orNarrower(Bottleneck other) {
        TwoTrees.Reached trees = new TwoTrees(graph).best(other.gbs() / graph.fastest());
        double reached = trees.rate() * graph.fastest();
        if (trees.sets().isEmpty() || other.gbs() <= reached * (1 + ROUNDING)) {
            return reaching(other, reached);
        }
        Phases.Best bound = bound(trees.sets());
        double gbs = bound.shares().rate() * graph.fastest();
        Bottleneck narrower = gbs < other.gbs() * (1 - 1e-9) ? bottleneck(gbs, bound.sets()) : other;
        return reaching(narrower, reached);
    }

    private static Bottleneck reaching(Bottleneck bound, double rate) {
        return bound.reaching(rate >= bound.gbs() * (1 - ROUNDING) ? bound.gbs() : rate);
    }

    /// The bound of some sets, with those that receive as the first ones, and with those that send as the last.
    private Phases.Best bound(List<Phases.Priced> sets) {
        List<Phases.View> views = Stream.of(false, true)
                .map(last -> new Phases.View(
                        sets.stream()
                                .filter(set -> set.sends() == last)
                                .map(set -> graph.withRanks(set.nodes()))
                                .distinct()
                                .toList(),
                        last))
                .filter(view -> !view.sets().isEmpty())
                .toList();
        if (graph.halfDuplexLinks() > 0) {
            return bound(views, sets);
        }
        return views.stream()
                .map(view -> bound(List.of(view), sets))
                .min(Comparator.comparingDouble(best -> best.shares().rate()))
                .orElseThrow();
    }

    private Phases.Best bound(List<Phases.View> views, List<Phases.Priced> sets) {
        Phases phases = new Phases(graph, views, Double.POSITIVE_INFINITY);
        for (int view = 0; view < views.size(); view++) {
            for (Phases.Priced set : sets) {
                phases.add(view, set.nodes(), set.sends());
            }
        }
        return phases.solve();
    }

    private Bottleneck bottleneck(double gbs, List<Phases.Priced> sets) {
        Set<LinkPlace> links = new HashSet<>();
        Set<BitSet> groups = new LinkedHashSet<>();
        BitSet rest = new BitSet();
        rest.set(0, graph.nodes());
        int members = 0;
        for (Phases.Priced set : sets) {
            for (Joined.Arc arc : graph.arcs()) {
                boolean from = set.nodes().get(arc.from());
                boolean to = set.nodes().get(arc.to());
                if (set.sends() ? from && !to : to && !from) {
                    links.add(arc.place());
                }
            }
            members += groups.add(set.nodes()) ? set.nodes().cardinality() : 0;
            rest.andNot(set.nodes());
        }
        boolean apart = members + rest.cardinality() == graph.nodes();
        if (rest.intersects(graph.withRanks())) {
            groups.add(rest);
        }
        List<Set<Integer>> ranks = groups.stream().map(graph::ranks).toList();
        if (ranks.size() == 2) {
            ranks = List.of(ranks.getFirst().size() > ranks.getLast().size() ? ranks.getLast() : ranks.getFirst());
        }
        return new Bottleneck(Collective.ALL_REDUCE, gbs, apart ? ranks : List.of(), links);
    }
}
