package sectile.dist.limit;

import sectile.sim.topology.Duplex;

/// What the links between two sides carry, while nodes are added to one of them.
final class Sides {
    private final RankGraph graph;
    private final ArcTable arcs;
    private final boolean[] inside;
    private double out;
    private double in;
    /// In both directions together.
    private double both;

    private int unlimited;
    private int ranks;

    Sides(RankGraph graph, ArcTable arcs) {
        this.graph = graph;
        this.arcs = arcs;
        this.inside = new boolean[arcs.nodes];
    }

    void add(int node) {
        inside[node] = true;
        ranks += node < graph.ranks() ? 1 : 0;
        for (int arc : arcs.leaving[node]) {
            RankGraph.Arc over = graph.arcs().get(arc);
            boolean crosses = !inside[over.to()];
            double rate = count(over, crosses);
            out += crosses ? rate : 0;
            in -= crosses ? 0 : rate;
        }
        for (int arc : arcs.arriving[node]) {
            RankGraph.Arc over = graph.arcs().get(arc);
            boolean crosses = !inside[over.from()];
            double rate = count(over, crosses);
            in += crosses ? rate : 0;
            out -= crosses ? 0 : rate;
        }
    }

    private double count(RankGraph.Arc over, boolean crosses) {
        if (!over.isLimited()) {
            unlimited += crosses ? 1 : -1;
            return 0;
        }
        both += (crosses ? 1 : -1) * (over.duplex() == Duplex.FULL ? over.gbs() : over.gbs() / 2);
        return over.gbs();
    }

    /// What the cut allows: each rank of one side has 1/P of its size for each of the other.
    double gbs() {
        if (unlimited > 0 || ranks == 0 || ranks == graph.ranks()) {
            return Double.POSITIVE_INFINITY;
        }
        double pairs = (double) ranks * (graph.ranks() - ranks) / graph.ranks();
        return Math.min(Math.min(out, in), both / 2) / pairs;
    }
}
