package sectile.dist.limit;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import sectile.dist.ccl.Collective;
import sectile.sim.topology.Duplex;
import sectile.sim.topology.LinkPlace;

/// Finds the groups of ranks that limit an all-reduce: k groups exchange 2(k − 1) messages about every element, and
/// each leaves its group by the links around it. In a collective that only spreads or only collects, they exchange
/// k − 1.
///
/// For a rate to try, the groups that fall short of it the most are found rank by rank, with one minimum cut each
/// (Dilworth truncation); they give the next lower rate to try.
final class Strength {
    private static final int STEPS = 60;

    private final RankGraph graph;
    private final int source;
    private final int sink;
    private final FlowGraph flows;
    /// Edges from the source and to the sink, by node.
    private final int[] from;

    private final int[] to;

    Strength(RankGraph graph) {
        this.graph = graph;
        this.source = graph.nodes();
        this.sink = source + 1;
        this.flows = new FlowGraph(graph.nodes() + 2);
        for (RankGraph.Arc arc : graph.arcs()) {
            flows.add(arc.from(), arc.to(), arc.gbs() / 2);
            if (arc.duplex() == Duplex.FULL) {
                flows.add(arc.to(), arc.from(), arc.gbs() / 2);
            }
        }
        this.from = new int[graph.ranks()];
        this.to = new int[graph.ranks()];
        for (int rank = 0; rank < graph.ranks(); rank++) {
            from[rank] = flows.add(source, rank, 0);
            to[rank] = flows.add(rank, sink, 0);
        }
    }

    Bottleneck bottleneck(Collective collective) {
        // All ranks apart is one way to make groups.
        List<BitSet> groups = new ArrayList<>();
        for (int rank = 0; rank < graph.ranks(); rank++) {
            BitSet alone = new BitSet();
            alone.set(rank);
            BitSet withGateway = (BitSet) alone.clone();
            withGateway.set(graph.gateway(rank));
            groups.add(out(withGateway) < out(alone) ? withGateway : alone);
        }
        double rate = rate(groups);
        for (int step = 0; step < STEPS; step++) {
            List<BitSet> found = groups(rate);
            double allowed = rate(found);
            if (allowed >= rate * (1 - 1e-12)) {
                break;
            }
            rate = allowed;
            groups = found;
        }
        if (rate >= RankGraph.UNLIMITED / 4) {
            return NetworkLimit.unlimited(collective);
        }
        Set<LinkPlace> links = new HashSet<>();
        groups.forEach(group -> links.addAll(graph.crossing(group)));
        List<Set<Integer>> sips = groups.stream().map(graph::ranks).toList();
        double gbs = collective == Collective.ALL_REDUCE ? rate : 2 * rate;
        return new Bottleneck(collective, gbs, sips.size() == 2 ? List.of(smaller(sips)) : sips, links);
    }

    private static Set<Integer> smaller(List<Set<Integer>> two) {
        return two.getLast().size() < two.getFirst().size() ? two.getLast() : two.getFirst();
    }

    /// The rate that groups allow an all-reduce.
    private double rate(List<BitSet> groups) {
        if (groups.size() < 2) {
            return Double.POSITIVE_INFINITY;
        }
        double sum = 0;
        for (BitSet group : groups) {
            sum += out(group);
        }
        return sum / (2 * (groups.size() - 1));
    }

    /// What goes out of one group comes into another, so that links out of and into all groups carry the same together.
    /// Half of what they can carry is what counts for either.
    private double out(BitSet side) {
        double sum = 0;
        for (RankGraph.Arc arc : graph.arcs()) {
            boolean out = side.get(arc.from()) && !side.get(arc.to());
            boolean in = side.get(arc.to()) && !side.get(arc.from());
            sum += out || (in && arc.duplex() == Duplex.FULL) ? arc.gbs() / 2 : 0;
        }
        return sum;
    }

    /// The groups with the least sum of what their links carry, less twice the rate for each.
    private List<BitSet> groups(double rate) {
        double[] values = new double[graph.ranks()];
        List<BitSet> groups = new ArrayList<>();
        for (int rank = 0; rank < graph.ranks(); rank++) {
            BitSet side = narrowest(rank, values);
            double value = out(side) - 2 * rate;
            for (int earlier = 0; earlier < rank; earlier++) {
                value -= side.get(earlier) ? values[earlier] : 0;
            }
            values[rank] = value;
            // Groups that have a rank in common become one.
            List<BitSet> apart = new ArrayList<>();
            for (BitSet group : groups) {
                if (shareARank(group, side)) {
                    side.or(group);
                } else {
                    apart.add(group);
                }
            }
            apart.add(side);
            groups = apart;
        }
        return groups;
    }

    private boolean shareARank(BitSet a, BitSet b) {
        BitSet common = (BitSet) a.clone();
        common.and(b);
        int first = common.nextSetBit(0);
        return first >= 0 && first < graph.ranks();
    }

    /// The set of a rank and some before it that has the least capacity less the values of those before it.
    private BitSet narrowest(int rank, double[] values) {
        for (int other = 0; other < graph.ranks(); other++) {
            double value = other < rank ? values[other] : 0;
            flows.capacity(from[other], other == rank ? 4 * RankGraph.UNLIMITED : Math.max(0, value));
            flows.capacity(to[other], other > rank ? 4 * RankGraph.UNLIMITED : Math.max(0, -value));
        }
        flows.maximum(source, sink);
        BitSet side = flows.side();
        side.clear(source);
        side.clear(sink);
        return side;
    }
}
