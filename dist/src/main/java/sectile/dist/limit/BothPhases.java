package sectile.dist.limit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import sectile.sim.topology.LinkPlace;

/// The bound of an all-reduce where links are faster in one direction than in the other: what limits sending before the
/// result is there and receiving after it differs, and sets that are narrow in both ways count together.
///
/// Which [sets][Phases] limit an all-reduce is read off those that limit [trees][Trees].
final class BothPhases {
    /// What trees pay at the least but for rounding.
    private static final double NEARLY_ONE = 1 - 5e-7;

    private final Joined graph;

    BothPhases(Joined graph) {
        this.graph = graph;
    }

    /// The bound, or another one that is no worse.
    Bottleneck orNarrower(Bottleneck other) {
        Trees.Reached trees = Trees.toAndFrom(graph).best(other.gbs() / graph.fastest());
        double reached = trees.rate() * graph.fastest();
        if (trees.sets().isEmpty() || other.reaching(reached).isExact()) {
            return other.reaching(reached);
        }
        Bottleneck known = bound(trees.sets())
                .map(bound -> narrower(other, bound.shares().rate(), bound.sets()))
                .orElse(other)
                .reaching(reached);
        return known.isExact()
                ? known
                : narrower(known, byPrices(trees), trees.sets()).reaching(reached);
    }

    /// What all links carry, each message paying for the links that it crosses, over the least that an element pays. If
    /// nothing is cheaper than trees, trees are the best there is.
    private double byPrices(Trees.Reached trees) {
        Map<LinkPlace, Double> shared = new HashMap<>();
        for (int i = 0; i < trees.prices().size(); i++) {
            Joined.Arc arc = graph.arcs().get(i);
            if (arc.turns() >= 0) {
                shared.merge(arc.place(), trees.prices().get(i), Math::max);
            }
        }
        List<Double> prices = new ArrayList<>();
        double carried = 0;
        for (int i = 0; i < trees.prices().size(); i++) {
            Joined.Arc arc = graph.arcs().get(i);
            prices.add(shared.getOrDefault(arc.place(), trees.prices().get(i)));
            carried += arc.second() ? 0 : prices.getLast() * arc.gbs();
        }
        return carried / Gossip.leastPrice(graph, prices, trees.sets(), NEARLY_ONE);
    }

    private Bottleneck narrower(Bottleneck other, double rate, List<Phases.Priced> sets) {
        double gbs = rate * graph.fastest();
        return gbs < other.gbs() * (1 - 1e-9) ? graph.bottleneck(other.collective(), gbs, sets) : other;
    }

    /// The bound of some sets, with those that receive as the first ones, and with those that send as the last.
    private Optional<Phases.Best> bound(List<Phases.Priced> sets) {
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
                .flatMap(view -> bound(List.of(view), sets).stream())
                .min(Comparator.comparingDouble(best -> best.shares().rate()));
    }

    private Optional<Phases.Best> bound(List<Phases.View> views, List<Phases.Priced> sets) {
        Phases phases = new Phases(graph, views, Double.POSITIVE_INFINITY);
        for (int view = 0; view < views.size(); view++) {
            for (Phases.Priced set : sets) {
                phases.add(view, set.nodes(), set.sends());
            }
        }
        return phases.solve();
    }
}
