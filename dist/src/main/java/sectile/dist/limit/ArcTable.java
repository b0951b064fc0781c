package sectile.dist.limit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import sectile.sim.topology.Duplex;
import sectile.sim.topology.LinkPlace;

/// The arcs of a graph by number, as arrays for searches that visit all of them many times.
///
/// What carries arcs are servers: one for each direction of a link, or one for both directions if they take turns.
final class ArcTable {
    final int ranks;
    final int nodes;
    final int[] tails;
    final int[] heads;
    /// By node, the numbers of the arcs that leave it, and of those that arrive.
    final int[][] leaving;

    final int[][] arriving;
    /// By arc.
    final int[] servers;
    /// By server, in GB/s.
    final double[] rates;

    ArcTable(RankGraph graph) {
        ranks = graph.ranks();
        nodes = graph.nodes();
        List<RankGraph.Arc> arcs = graph.arcs();
        tails = arcs.stream().mapToInt(RankGraph.Arc::from).toArray();
        heads = arcs.stream().mapToInt(RankGraph.Arc::to).toArray();
        leaving = byNode(tails, nodes);
        arriving = byNode(heads, nodes);
        servers = new int[arcs.size()];
        double[] found = new double[arcs.size()];
        Map<LinkPlace, Integer> shared = new HashMap<>();
        int count = 0;
        for (int i = 0; i < arcs.size(); i++) {
            RankGraph.Arc arc = arcs.get(i);
            int next = count;
            servers[i] = arc.duplex() == Duplex.HALF ? shared.computeIfAbsent(arc.place(), place -> next) : next;
            count += servers[i] == next ? 1 : 0;
            found[servers[i]] = arc.gbs();
        }
        rates = Arrays.copyOf(found, count);
    }

    private static int[][] byNode(int[] ends, int nodes) {
        List<List<Integer>> found = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            found.add(new ArrayList<>());
        }
        for (int arc = 0; arc < ends.length; arc++) {
            found.get(ends[arc]).add(arc);
        }
        return found.stream()
                .map(arcs -> arcs.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
    }

    boolean isLimited(int server) {
        return rates[server] < RankGraph.UNLIMITED;
    }
}
