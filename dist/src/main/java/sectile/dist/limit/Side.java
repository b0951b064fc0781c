package sectile.dist.limit;

import java.util.BitSet;

/// A cut with what it allows per unit of what its links carry to the other side.
record Side(BitSet nodes, double perGbs) {
    /// The same cut of the graph with every link turned round.
    Side turned(RankGraph graph) {
        BitSet others = new BitSet(graph.nodes());
        others.set(0, graph.nodes());
        others.andNot(nodes);
        return new Side(others, perGbs);
    }
}
