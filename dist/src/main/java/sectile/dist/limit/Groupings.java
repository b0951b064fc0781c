package sectile.dist.limit;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Ways to make groups of ranks out of the sets that limit [trees][TwoTrees].
final class Groupings {
    private final Joined graph;
    private final BitSet withRanks;
    private final Set<Set<BitSet>> found = new LinkedHashSet<>();

    private Groupings(Joined graph) {
        this.graph = graph;
        this.withRanks = graph.withRanks();
    }

    static List<List<BitSet>> of(Joined graph, Collection<BitSet> sets) {
        Groupings groupings = new Groupings(graph);
        groupings.add(List.of(), true);
        for (BitSet set : sets) {
            groupings.add(List.of(set), false);
            groupings.add(List.of(set), true);
            groupings.add(List.of(groupings.others(set)), true);
        }
        Comparator<BitSet> bySize = Comparator.comparingInt(BitSet::cardinality);
        for (Comparator<BitSet> order : List.of(bySize, bySize.reversed())) {
            List<BitSet> apart = apart(sets.stream().sorted(order).toList());
            groupings.add(apart, false);
            groupings.add(apart, true);
        }
        groupings.add(groupings.alike(List.copyOf(sets)), false);
        return groupings.found.stream().map(List::copyOf).toList();
    }

    private BitSet others(BitSet set) {
        BitSet others = new BitSet();
        others.set(0, graph.nodes());
        others.andNot(set);
        return others;
    }

    /// Those that have nothing in common with one before.
    private static List<BitSet> apart(List<BitSet> sets) {
        BitSet taken = new BitSet();
        List<BitSet> kept = new ArrayList<>();
        for (BitSet set : sets) {
            if (!set.intersects(taken)) {
                kept.add(set);
                taken.or(set);
            }
        }
        return kept;
    }

    /// Nodes that are in the same sets.
    private List<BitSet> alike(List<BitSet> sets) {
        Map<BitSet, BitSet> groups = new LinkedHashMap<>();
        for (int node = 0; node < graph.nodes(); node++) {
            BitSet in = new BitSet();
            for (int i = 0; i < sets.size(); i++) {
                in.set(i, sets.get(i).get(node));
            }
            groups.computeIfAbsent(in, key -> new BitSet()).set(node);
        }
        return List.copyOf(groups.values());
    }

    /// Groups, and the ranks that are in none of them, each by itself or all together.
    private void add(List<BitSet> groups, boolean alone) {
        Set<BitSet> all = new LinkedHashSet<>();
        BitSet rest = new BitSet();
        rest.set(0, graph.nodes());
        for (BitSet group : groups) {
            rest.andNot(group);
            all.add(group);
        }
        if (alone) {
            rest.stream().filter(withRanks::get).forEach(node -> {
                BitSet one = new BitSet();
                one.set(node);
                all.add(one);
            });
        } else {
            all.add(rest);
        }
        all.removeIf(group -> !group.intersects(withRanks));
        if (all.size() > 1) {
            found.add(all);
        }
    }
}
