package sectile.dist.limit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sectile.dist.ccl.Collective;
import sectile.sim.topology.Duplex;
import sectile.sim.topology.LinkPlace;

/// The bound of an all-to-all, whose narrowest cut is hard to find and not always what limits it.
///
/// Give every link a length. What all bytes need, distance times bytes, must fit what all links have, length times
/// rate.
/// The best lengths give the exact limit (the dual of concurrent flow). They are found by multiplying the lengths of
/// links
/// that the shortest ways load most; the best bound on the way counts.
final class Lengths {
    private static final int ROUNDS = 120;
    private static final double STEP = 0.3;

    private final RankGraph graph;
    private final List<List<Integer>> leaving = new ArrayList<>();
    /// By arc, the number of what carries it: both directions of a half-duplex link have the same.
    private final int[] servers;

    private final double[] rates;
    private final double[] lengths;

    private record Reached(int node, double distance) {}

    private Lengths(RankGraph graph) {
        this.graph = graph;
        for (int node = 0; node < graph.nodes(); node++) {
            leaving.add(new ArrayList<>());
        }
        List<RankGraph.Arc> arcs = graph.arcs();
        servers = new int[arcs.size()];
        double[] found = new double[arcs.size()];
        List<LinkPlace> shared = new ArrayList<>();
        List<Integer> sharedBy = new ArrayList<>();
        int count = 0;
        for (int i = 0; i < arcs.size(); i++) {
            RankGraph.Arc arc = arcs.get(i);
            leaving.get(arc.from()).add(i);
            int known = arc.duplex() == Duplex.HALF ? shared.indexOf(arc.place()) : -1;
            servers[i] = known >= 0 ? sharedBy.get(known) : count++;
            found[servers[i]] = arc.gbs();
            if (arc.duplex() == Duplex.HALF && known < 0) {
                shared.add(arc.place());
                sharedBy.add(servers[i]);
            }
        }
        rates = Arrays.copyOf(found, count);
        lengths = new double[count];
        for (int i = 0; i < count; i++) {
            lengths[i] = rates[i] < RankGraph.UNLIMITED ? 1 / rates[i] : 0;
        }
    }

    static Bottleneck bottleneck(RankGraph graph) {
        Lengths lengths = new Lengths(graph);
        double least = Double.POSITIVE_INFINITY;
        for (int round = 0; round < ROUNDS; round++) {
            least = Math.min(least, lengths.round());
        }
        if (least >= RankGraph.UNLIMITED) {
            return NetworkLimit.unlimited(Collective.ALL_TO_ALL);
        }
        Set<LinkPlace> links = new HashSet<>();
        graph.arcs().stream().filter(RankGraph.Arc::isLimited).forEach(arc -> links.add(arc.place()));
        return new Bottleneck(Collective.ALL_TO_ALL, least, List.of(), links);
    }

    /// Gives the bound of the present lengths, and improves them.
    private double round() {
        double[] loads = new double[rates.length];
        double need = 0;
        for (int rank = 0; rank < graph.ranks(); rank++) {
            need += load(rank, loads);
        }
        double has = 0;
        double busiest = 0;
        for (int i = 0; i < rates.length; i++) {
            if (rates[i] < RankGraph.UNLIMITED) {
                has += lengths[i] * rates[i];
                busiest = Math.max(busiest, loads[i] / rates[i]);
            }
        }
        for (int i = 0; i < rates.length; i++) {
            lengths[i] *= busiest == 0 ? 1 : 1 + STEP * loads[i] / rates[i] / busiest;
        }
        // Each rank has 1/P of its size for every other one.
        return need == 0 ? Double.POSITIVE_INFINITY : has / need * graph.ranks();
    }

    /// Sends one unit from a rank to every other by the shortest way, and gives the sum of distances.
    private double load(int start, double[] loads) {
        double[] distances = new double[graph.nodes()];
        @Nullable Integer[] by = new Integer[graph.nodes()];
        Arrays.fill(distances, Double.POSITIVE_INFINITY);
        distances[start] = 0;
        PriorityQueue<Reached> open = new PriorityQueue<>(
                Comparator.comparingDouble(Reached::distance).thenComparingInt(Reached::node));
        open.add(new Reached(start, 0));
        while (!open.isEmpty()) {
            Reached at = open.remove();
            if (at.distance > distances[at.node]) {
                continue;
            }
            for (int arc : leaving.get(at.node)) {
                int to = graph.arcs().get(arc).to();
                double distance = at.distance + lengths[servers[arc]];
                if (distance < distances[to]) {
                    distances[to] = distance;
                    by[to] = arc;
                    open.add(new Reached(to, distance));
                }
            }
        }
        double sum = 0;
        for (int rank = 0; rank < graph.ranks(); rank++) {
            if (rank != start && distances[rank] < Double.POSITIVE_INFINITY) {
                sum += distances[rank];
                int at = rank;
                for (Integer arc = by[at]; arc != null; arc = by[at]) {
                    loads[servers[arc]]++;
                    at = graph.arcs().get(arc).from();
                }
            }
        }
        return sum;
    }
}
