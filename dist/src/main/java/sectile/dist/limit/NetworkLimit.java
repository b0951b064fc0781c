package sectile.dist.limit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import sectile.dist.ccl.Collective;
import sectile.sim.topology.Topology;

/// The best that the links of a machine allow, with a rank on each of the first SIPs.
///
/// Every figure is the capacity of a cut that exists over what must cross it, so that it is a bound even where rounding
/// kept a narrower cut from being found.
public final class NetworkLimit {
    /// Newton's method ends after a few steps; this many only if rounding makes it turn in circles.
    private static final int STEPS = 60;

    private static final int MOST_FOR_GROUPS = 400;

    private final RankGraph graph;

    private NetworkLimit(RankGraph graph) {
        this.graph = graph;
    }

    public static NetworkLimit of(Topology machine, int ranks) {
        return new NetworkLimit(new RankGraph(machine, ranks));
    }

    /// With what links carry on average over a period of a run.
    static NetworkLimit of(Topology machine, int ranks, RankGraph.Period period) {
        return new NetworkLimit(new RankGraph(machine, ranks, period));
    }

    /// What limits a collective, rank 0 being the root.
    public Bottleneck bottleneck(Collective collective) {
        if (graph.ranks() < 2) {
            return unlimited(collective);
        }
        return switch (collective) {
            case ALL_GATHER, REDUCE_SCATTER, BROADCAST, REDUCE -> spreading(collective);
            case SEND_RECV -> narrowest(collective);
            case ALL_REDUCE -> allReduce();
            case ALL_TO_ALL -> AllToAll.bottleneck(graph);
            case BARRIER -> unlimited(collective);
        };
    }

    private NetworkLimit turned() {
        return new NetworkLimit(graph.reversed());
    }

    /// Every rank has to hear from rank 0, and rank 0 from every rank. Where links are equally fast in both directions,
    /// two groups of ranks say the same.
    private Bottleneck allReduce() {
        if (graph.isSymmetric() && !graph.isMixed()) {
            return new Strength(graph).bottleneck(Collective.ALL_REDUCE);
        }
        Bottleneck cut = narrowest(Collective.ALL_REDUCE);
        if (cut.gbs() >= RankGraph.UNLIMITED) {
            return cut;
        }
        Joined joined = new Joined(graph);
        boolean tooMany = Trees.toAndFrom(joined).areTooMany();
        // On large machines groups take longer than all the rest.
        boolean groups = tooMany || graph.ranks() <= MOST_FOR_GROUPS;
        Bottleneck known = groups ? narrower(cut, new Strength(graph).bottleneck(Collective.ALL_REDUCE)) : cut;
        return tooMany ? known.reaching(0) : new BothPhases(joined).orNarrower(known);
    }

    /// A cut bounds each direction by itself. Where all links take turns, what crosses between all groups
    /// of ranks counts. Where only some do, how turns are divided best decides. Where directions differ,
    /// as many messages leave nodes without ranks as arrive.
    private Bottleneck spreading(Collective collective) {
        Bottleneck cut = narrowest(collective);
        if (cut.gbs() >= RankGraph.UNLIMITED) {
            return cut;
        }
        if (graph.isMixed() || (!graph.isSymmetric() && new Joined(graph).hasRelays())) {
            return new Spreading(graph).orNarrower(cut);
        }
        return graph.hasHalfDuplexLinks() ? narrower(cut, new Strength(graph).bottleneck(collective)) : cut;
    }

    private Bottleneck narrowest(Collective collective) {
        Side side = sides(collective).stream()
                .min(Comparator.comparingDouble(graph::gbs))
                .orElseThrow();
        double gbs = graph.gbs(side);
        return gbs >= RankGraph.UNLIMITED
                ? unlimited(collective)
                : new Bottleneck(collective, gbs, List.of(graph.smaller(side.nodes())), graph.crossing(side.nodes()));
    }

    /// The narrowest cut of a collective, or one for each direction.
    private List<Side> sides(Collective collective) {
        return switch (collective) {
            case ALL_GATHER -> List.of(gatheringSide());
            case REDUCE_SCATTER -> List.of(turned().gatheringSide().turned(graph));
            case BROADCAST -> List.of(spreadingSide());
            case REDUCE -> List.of(turned().spreadingSide().turned(graph));
            case SEND_RECV -> List.of(sideTo(graph.ranks() - 1));
            case ALL_REDUCE -> List.of(spreadingSide(), turned().spreadingSide().turned(graph));
            case ALL_TO_ALL, BARRIER -> throw new IllegalArgumentException("no cut for " + collective.text());
        };
    }

    /// The first of two that are equal but for rounding.
    private static Bottleneck narrower(Bottleneck one, Bottleneck other) {
        return other.gbs() < one.gbs() * (1 - 1e-9) ? other : one;
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

    private FlowGraph flows(int extra, ToDoubleFunction<RankGraph.Arc> capacity) {
        FlowGraph flows = new FlowGraph(graph.nodes() + extra);
        graph.arcs().forEach(arc -> flows.add(arc.from(), arc.to(), capacity.applyAsDouble(arc)));
        return flows;
    }

    /// From rank 0 to another.
    private Side sideTo(int rank) {
        FlowGraph flows = flows(0, RankGraph.Arc::gbs);
        flows.maximum(0, rank);
        return new Side(flows.side(), 1);
    }

    /// From rank 0 to every other. Once the narrowest cut to a rank is known, only cuts remain that have it on the
    /// side of rank 0: from then on it sends as much as its links carry, and flows to the ranks that follow are
    /// short.
    private Side spreadingSide() {
        FlowGraph flows = flows(0, RankGraph.Arc::gbs);
        int[] known = new int[graph.ranks()];
        for (int rank = 1; rank < known.length; rank++) {
            known[rank] = flows.add(0, rank, 0);
        }
        List<Side> sides = new ArrayList<>();
        for (int rank = 1; rank < known.length; rank++) {
            flows.maximum(0, rank);
            sides.add(new Side(flows.side(), 1));
            flows.capacity(known[rank], 4 * RankGraph.UNLIMITED);
        }
        return sides.stream().min(Comparator.comparingDouble(graph::gbs)).orElseThrow();
    }

    /// Ranks in the order of their distance from the one to which links carry the least.
    private int[] nearTheScarcest() {
        double[] in = new double[graph.nodes()];
        List<List<Integer>> around = new ArrayList<>();
        for (int node = 0; node < graph.nodes(); node++) {
            around.add(new ArrayList<>());
        }
        for (RankGraph.Arc arc : graph.arcs()) {
            in[arc.to()] += arc.isLimited() ? arc.gbs() : 0;
            around.get(arc.from()).add(arc.to());
            around.get(arc.to()).add(arc.from());
        }
        int scarcest = IntStream.range(0, graph.ranks())
                .boxed()
                .min(Comparator.comparingDouble(rank -> Math.max(in[rank], in[graph.gateway(rank)])))
                .orElseThrow();
        Set<Integer> reached = new LinkedHashSet<>(List.of(scarcest));
        var open = new ArrayDeque<Integer>(reached);
        while (!open.isEmpty()) {
            for (int next : around.get(open.remove())) {
                if (reached.add(next)) {
                    open.add(next);
                }
            }
        }
        return Stream.concat(reached.stream(), IntStream.range(0, graph.ranks()).boxed())
                .filter(node -> node < graph.ranks())
                .distinct()
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /// For each rank, whether all others can send to it at a rate at the same time; a cut that forbids it gives
    /// the next lower rate to try. Once that is known of a rank, only cuts remain that have it on the side of the
    /// senders: from then on it sends as much as its links carry, and flows to the ranks that follow are short.
    private Side gatheringSide() {
        int source = graph.nodes();
        FlowGraph flows = flows(1, RankGraph.Arc::gbs);
        int[] shares = new int[graph.ranks()];
        for (int rank = 0; rank < graph.ranks(); rank++) {
            shares[rank] = flows.add(source, rank, 0);
        }
        double rate = RankGraph.UNLIMITED;
        int[] sinks = nearTheScarcest();
        BitSet narrowest = new BitSet();
        narrowest.set(0, graph.nodes());
        narrowest.clear(sinks[0]);
        for (int i = 0; i < sinks.length; i++) {
            for (int step = 0; step < STEPS; step++) {
                flows.capacity(shares[sinks[i]], 0);
                for (int later = i + 1; later < sinks.length; later++) {
                    flows.capacity(shares[sinks[later]], rate);
                }
                flows.maximum(source, sinks[i]);
                BitSet side = flows.side();
                side.clear(source);
                int senders = graph.ranks(side).size();
                double allowed = senders == 0 ? Double.POSITIVE_INFINITY : graph.out(side) / senders;
                if (allowed >= rate * (1 - 1e-12)) {
                    break;
                }
                rate = allowed;
                narrowest = side;
            }
            flows.capacity(shares[sinks[i]], 4 * RankGraph.UNLIMITED);
        }
        double inside = graph.ranks(narrowest).size();
        return new Side(narrowest, graph.ranks() / inside);
    }
}
