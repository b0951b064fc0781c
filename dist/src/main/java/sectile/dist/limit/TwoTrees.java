package sectile.dist.limit;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The best rate of an all-reduce along trees: to some rank, and by other links from there.
///
/// The [program][Phases] is solved for some sets of ranks; maximum flows find sets that the solution leaves too little
/// for, until there are none.
final class TwoTrees {
    private static final int MOST_STEPS = 60;
    private static final double CLOSE_ENOUGH = 1e-7;

    private final Joined graph;
    private final List<BitSet> alone = new ArrayList<>();
    private final Phases.View view;

    TwoTrees(Joined graph) {
        this.graph = graph;
        graph.withRanks().stream().forEach(node -> alone.add(one(node)));
        this.view = Phases.View.of(graph.nodes(), alone);
    }

    private static BitSet one(int node) {
        BitSet nodes = new BitSet();
        nodes.set(node);
        return nodes;
    }

    /// Nothing if it takes too many steps.
    Optional<Phases.Best> best() {
        Phases phases = new Phases(graph, List.of(view));
        Set<BitSet> known = new HashSet<>(alone);
        alone.forEach(node -> phases.add(0, node));
        for (int step = 0; step < MOST_STEPS; step++) {
            Phases.Best best = phases.solve();
            List<BitSet> missing = new ArrayList<>();
            for (BitSet node : alone) {
                tooShort(best, node.nextSetBit(0), false).ifPresent(missing::add);
                tooShort(best, node.nextSetBit(0), true).ifPresent(missing::add);
            }
            missing.removeIf(nodes -> !known.add(nodes));
            if (missing.isEmpty()) {
                return Optional.of(best);
            }
            missing.forEach(nodes -> phases.add(0, nodes));
        }
        return Optional.empty();
    }

    /// The set around a node that cannot send early, or receive late, as much as it must.
    private Optional<BitSet> tooShort(Phases.Best best, int node, boolean sends) {
        int source = graph.nodes();
        FlowGraph flows = new FlowGraph(source + 1);
        for (int i = 0; i < graph.arcs().size(); i++) {
            Joined.Arc arc = graph.arcs().get(i);
            if (sends) {
                flows.add(arc.to(), arc.from(), best.early().get(i));
            } else {
                flows.add(arc.from(), arc.to(), best.late().get(i));
            }
        }
        for (BitSet other : alone) {
            int number = other.nextSetBit(0);
            flows.add(source, number, best.firsts().get(view.firsts().get(number)));
        }
        if (flows.maximum(source, node) >= best.rate() * (1 - CLOSE_ENOUGH)) {
            return Optional.empty();
        }
        BitSet around = new BitSet();
        around.set(0, graph.nodes());
        around.andNot(flows.side());
        return Optional.of(around);
    }
}
