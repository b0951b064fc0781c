package sectile.dist.limit;

import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import sectile.dist.ccl.Collective;
import sectile.sim.topology.Topology;

/// The best that the links of a machine allow, with a rank on each of the first SIPs.
///
/// Every figure is the capacity of a cut that exists over what must cross it, so that it is a bound even where rounding
/// kept a narrower cut from being found.
public final class NetworkLimit {
    /// Newton's method ends after a few steps; this many only if rounding makes it turn in circles.
    private static final int STEPS = 60;

    private final RankGraph graph;

    private NetworkLimit(RankGraph graph) {
        this.graph = graph;
    }

    public static NetworkLimit of(Topology machine, int ranks) {
        return new NetworkLimit(new RankGraph(machine, ranks));
    }

    /// What limits a collective, rank 0 being the root.
    public Bottleneck bottleneck(Collective collective) {
        if (graph.ranks() < 2) {
            return unlimited(collective);
        }
        return switch (collective) {
            case ALL_GATHER, REDUCE_SCATTER -> gathering(collective);
            case BROADCAST, REDUCE -> spreading(collective);
            case SEND_RECV -> between(collective, graph.ranks() - 1);
            case ALL_REDUCE -> new Strength(graph).bottleneck();
            case ALL_TO_ALL -> Lengths.bottleneck(graph);
            case BARRIER -> unlimited(collective);
        };
    }

    /// The least latency of the links between two ranks of which one needs what the other has, in picoseconds.
    public long latencyPs(Collective collective) {
        if (graph.ranks() < 2) {
            return 0;
        }
        Latencies latencies = new Latencies(graph);
        return switch (collective) {
            case SEND_RECV -> latencies.from(0)[graph.ranks() - 1];
            case BROADCAST, REDUCE -> latencies.farthest(0);
            case ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL, BARRIER -> {
                long most = 0;
                for (int rank = 0; rank < graph.ranks(); rank++) {
                    most = Math.max(most, latencies.farthest(rank));
                }
                yield most;
            }
        };
    }

    static Bottleneck unlimited(Collective collective) {
        return new Bottleneck(collective, Double.POSITIVE_INFINITY, List.of(), Set.of());
    }

    private Bottleneck cut(Collective collective, double gbs, BitSet side) {
        return gbs >= RankGraph.UNLIMITED
                ? unlimited(collective)
                : new Bottleneck(collective, gbs, List.of(graph.smaller(side)), graph.crossing(side));
    }

    private FlowGraph flows(int extra, ToDoubleFunction<RankGraph.Arc> capacity) {
        FlowGraph flows = new FlowGraph(graph.nodes() + extra);
        graph.arcs().forEach(arc -> flows.add(arc.from(), arc.to(), capacity.applyAsDouble(arc)));
        return flows;
    }

    private Bottleneck between(Collective collective, int rank) {
        FlowGraph flows = flows(0, RankGraph.Arc::gbs);
        double most = flows.maximum(0, rank);
        return cut(collective, most, flows.side());
    }

    /// From the root to every rank. Links are as fast in one direction as in the other, so this is a reduce, too.
    private Bottleneck spreading(Collective collective) {
        Bottleneck narrowest = unlimited(collective);
        for (int rank = 1; rank < graph.ranks(); rank++) {
            Bottleneck next = between(collective, rank);
            narrowest = next.gbs() < narrowest.gbs() ? next : narrowest;
        }
        return narrowest;
    }

    /// For each rank, whether all others can send to it at a rate at the same time; a cut that forbids it gives the
    /// next
    /// lower rate to try.
    private Bottleneck gathering(Collective collective) {
        int source = graph.nodes();
        FlowGraph flows = flows(1, RankGraph.Arc::gbs);
        int[] shares = new int[graph.ranks()];
        for (int rank = 0; rank < graph.ranks(); rank++) {
            shares[rank] = flows.add(source, rank, 0);
        }
        double rate = RankGraph.UNLIMITED;
        BitSet narrowest = new BitSet();
        for (int sink = 0; sink < graph.ranks(); sink++) {
            for (int step = 0; step < STEPS; step++) {
                for (int rank = 0; rank < graph.ranks(); rank++) {
                    flows.capacity(shares[rank], rank == sink ? 0 : rate);
                }
                flows.maximum(source, sink);
                BitSet side = flows.side();
                side.clear(source);
                int inside = graph.ranks(side).size();
                double allowed = inside == 0 ? Double.POSITIVE_INFINITY : graph.out(side) / inside;
                if (allowed >= rate * (1 - 1e-12)) {
                    break;
                }
                rate = allowed;
                narrowest = side;
            }
        }
        return cut(collective, rate * graph.ranks(), narrowest);
    }
}
