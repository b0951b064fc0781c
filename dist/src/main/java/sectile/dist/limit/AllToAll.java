package sectile.dist.limit;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import sectile.dist.ccl.Collective;
import sectile.sim.topology.LinkPlace;

/// The bound of an all-to-all, whose narrowest cut is hard to find and not always what limits it.
///
/// Give every link a length. What all bytes need, distance times bytes, must fit what all links have, length times
/// rate. The best lengths give the exact limit (the dual of concurrent flow). They are found together with a division
/// of the bytes among [routes][Routes] that links can carry: links are as long as they are busy, ever more sharply.
/// When what the routes reach is near the bound, the search ends.
///
/// Ranks that are near each other, or in neighbouring columns or rows, make up one side of a cut. The narrowest of
/// those is a bound, too, and one with a name.
final class AllToAll {
    private static final double FIRST_SHARPNESS = 30;
    private static final double MOST_SHARPNESS = 4000;
    /// Sharpness doubles when what is reached is nearer to the bound than this over sharpness.
    private static final double SETTLED = 2.5;
    /// It is halved when the routes are worse than the best so far by more than this over sharpness: then each step
    /// undoes what others did.
    private static final double LOST = 0.5;
    /// After so many improvements of all routes the bound is computed.
    private static final int IMPROVEMENTS = 6;

    private static final int MOST_STAGES = 100;
    /// Nodes that all improvements may visit; more would take longer than some ten seconds.
    private static final long MOST_WORK = 60_000_000;
    /// How far what is reached may be from the bound.
    private static final double CLOSE_ENOUGH = 0.001;

    private final RankGraph graph;
    private final ArcTable arcs;
    private final ShortestWays ways;
    private double least = Double.POSITIVE_INFINITY;
    private Bottleneck cut = NetworkLimit.unlimited(Collective.ALL_TO_ALL);

    private AllToAll(RankGraph graph) {
        this.graph = graph;
        this.arcs = new ArcTable(graph);
        this.ways = new ShortestWays(arcs);
    }

    static Bottleneck bottleneck(RankGraph withGateways) {
        return new AllToAll(withGateways.withoutGateways()).search();
    }

    private Bottleneck search() {
        straight();
        bound(Arrays.stream(arcs.rates)
                .map(rate -> rate < RankGraph.UNLIMITED ? 1 / rate : 0)
                .toArray());
        if (cut.gbs() == 0) {
            return cut;
        }
        if (least >= RankGraph.UNLIMITED) {
            return NetworkLimit.unlimited(Collective.ALL_TO_ALL);
        }
        Routes routes = new Routes(arcs);
        long perImprovement = (long) graph.ranks() * graph.nodesWithLinks();
        long stages = Math.clamp(MOST_WORK / perImprovement / IMPROVEMENTS, 1, MOST_STAGES);
        double reached = graph.ranks() / routes.busiest();
        double sharpness = FIRST_SHARPNESS;
        for (int stage = 0; stage < stages && bound() > reached * (1 + CLOSE_ENOUGH); stage++) {
            for (int i = 0; i < IMPROVEMENTS; i++) {
                routes.improve(sharpness);
                reached = Math.max(reached, graph.ranks() / routes.busiest());
            }
            bound(routes.lengths(sharpness));
            if (bound() < reached * (1 + SETTLED / sharpness)) {
                sharpness = Math.min(2 * sharpness, MOST_SHARPNESS);
            } else if (graph.ranks() / routes.busiest() < reached * (1 - LOST / sharpness)) {
                sharpness = Math.max(sharpness / 2, FIRST_SHARPNESS);
            }
        }
        double gbs = bound();
        if (cut.gbs() <= gbs * (1 + CLOSE_ENOUGH)) {
            return new Bottleneck(Collective.ALL_TO_ALL, gbs, cut.groups(), cut.links(), Math.min(reached, gbs));
        }
        Set<LinkPlace> links = new HashSet<>();
        graph.arcs().stream().filter(RankGraph.Arc::isLimited).forEach(arc -> links.add(arc.place()));
        return new Bottleneck(Collective.ALL_TO_ALL, gbs, List.of(), links, Math.min(reached, gbs));
    }

    private double bound() {
        return Math.min(least, cut.gbs());
    }

    /// Bounds by lengths of servers, and by cuts between what is near and far under them.
    private void bound(double[] lengths) {
        double has = 0;
        for (int server = 0; server < lengths.length; server++) {
            has += lengths[server] == 0 ? 0 : lengths[server] * arcs.rates[server];
        }
        double need = 0;
        for (int rank = 0; rank < graph.ranks(); rank++) {
            ways.search(rank, lengths);
            need += ways.sum();
            around(ways.reached());
        }
        // Each rank has 1/P of its size for every other one.
        least = need == 0 ? least : Math.min(least, has / need * graph.ranks());
    }

    /// Cuts around the first of some nodes.
    private void around(int[] nodes) {
        Sides sides = new Sides(graph, arcs);
        double narrowest = cut.gbs();
        int size = 0;
        for (int i = 0; i < nodes.length; i++) {
            sides.add(nodes[i]);
            if (sides.gbs() < narrowest * (1 - 1e-9)) {
                narrowest = sides.gbs();
                size = i + 1;
            }
        }
        if (size > 0) {
            BitSet side = new BitSet();
            Arrays.stream(nodes, 0, size).forEach(side::set);
            cut(narrowest, side);
        }
    }

    /// Cuts around columns, or around rows, that are side by side.
    private void straight() {
        for (List<BitSet> lines : graph.lines()) {
            for (int first = 0; first < lines.size(); first++) {
                Sides sides = new Sides(graph, arcs);
                BitSet side = new BitSet();
                for (BitSet line : lines.subList(first, lines.size())) {
                    line.stream().forEach(sides::add);
                    side.or(line);
                    if (sides.gbs() < cut.gbs() * (1 - 1e-9)) {
                        cut(sides.gbs(), side);
                    }
                }
            }
        }
    }

    private void cut(double gbs, BitSet side) {
        cut = new Bottleneck(Collective.ALL_TO_ALL, gbs, List.of(graph.smaller(side)), graph.crossing(side));
    }
}
