package sectile.dist.best;

import java.util.Arrays;
import java.util.Optional;

/// The cheapest spanning tree under prices of links.
final class CheapestTree {
    private final TeamNetwork network;
    private final Flow flow;
    private final int[] from;
    private final int[] to;

    CheapestTree(TeamNetwork network, Flow flow) {
        this.network = network;
        this.flow = flow;
        this.from = network.arcs().stream().mapToInt(Arc::from).toArray();
        this.to = network.arcs().stream().mapToInt(Arc::to).toArray();
    }

    /// What a byte that crosses each arc of a tree costs.
    double[] costs(double[] prices) {
        double[] costs = new double[from.length];
        for (int i = 0; i < costs.length; i++) {
            Arc arc = network.arc(i);
            costs[i] = (flow.down() ? cost(arc, prices) : 0) + (flow.up() ? cost(network.arc(arc.back()), prices) : 0);
        }
        return costs;
    }

    private static double cost(Arc arc, double[] prices) {
        double sum = 0;
        for (int resource : arc.resources()) {
            sum += prices[resource];
        }
        return sum;
    }

    /// The tree from a root; nothing if some rank cannot be reached. Where links are used in both directions, the root
    /// makes no difference.
    Optional<SpanningTree> find(int root, double[] costs) {
        int[] found =
                flow == Flow.UP_AND_DOWN ? undirected(root, costs) : directed(network.ranks(), root, from, to, costs);
        for (int rank = 0; rank < found.length; rank++) {
            if (rank != root && found[rank] < 0) {
                return Optional.empty();
            }
        }
        found[root] = -1;
        return Optional.of(SpanningTree.of(root, found));
    }

    /// Prim's algorithm; both directions of a link cost the same.
    private int[] undirected(int root, double[] costs) {
        int[] by = new int[network.ranks()];
        double[] least = new double[by.length];
        boolean[] inside = new boolean[by.length];
        Arrays.fill(by, -1);
        Arrays.fill(least, Double.POSITIVE_INFINITY);
        least[root] = 0;
        for (int count = 0; count < by.length; count++) {
            int next = -1;
            for (int rank = 0; rank < by.length; rank++) {
                if (!inside[rank]
                        && least[rank] < Double.POSITIVE_INFINITY
                        && (next < 0 || least[rank] < least[next])) {
                    next = rank;
                }
            }
            if (next < 0) {
                return by;
            }
            inside[next] = true;
            for (int arc : network.leaving(next)) {
                if (!inside[to[arc]] && costs[arc] < least[to[arc]]) {
                    least[to[arc]] = costs[arc];
                    by[to[arc]] = arc;
                }
            }
        }
        return by;
    }

    /// The algorithm of Chu, Liu and Edmonds: everyone takes its cheapest arc, circles become one node, and again.
    private static int[] directed(int nodes, int root, int[] from, int[] to, double[] costs) {
        int[] best = new int[nodes];
        Arrays.fill(best, -1);
        for (int arc = 0; arc < from.length; arc++) {
            int node = to[arc];
            if (node != root && from[arc] != node && (best[node] < 0 || costs[arc] < costs[best[node]])) {
                best[node] = arc;
            }
        }
        int[] circle = new int[nodes];
        int[] seen = new int[nodes];
        Arrays.fill(circle, -1);
        Arrays.fill(seen, -1);
        int circles = 0;
        for (int start = 0; start < nodes; start++) {
            int at = start;
            while (at != root && seen[at] < 0 && best[at] >= 0) {
                seen[at] = start;
                at = from[best[at]];
            }
            if (at != root && seen[at] == start && circle[at] < 0 && best[at] >= 0) {
                for (int member = at; circle[member] < 0; member = from[best[member]]) {
                    circle[member] = circles;
                }
                circles++;
            }
        }
        if (circles == 0) {
            return best;
        }
        int count = circles;
        int[] group = new int[nodes];
        for (int node = 0; node < nodes; node++) {
            group[node] = circle[node] >= 0 ? circle[node] : count++;
        }
        int[] kept = new int[from.length];
        int arcs = 0;
        for (int arc = 0; arc < from.length; arc++) {
            if (group[from[arc]] != group[to[arc]]) {
                kept[arcs++] = arc;
            }
        }
        int[] fromGroup = new int[arcs];
        int[] toGroup = new int[arcs];
        double[] more = new double[arcs];
        for (int i = 0; i < arcs; i++) {
            int arc = kept[i];
            fromGroup[i] = group[from[arc]];
            toGroup[i] = group[to[arc]];
            more[i] = costs[arc] - (circle[to[arc]] >= 0 ? costs[best[to[arc]]] : 0);
        }
        int[] chosen = directed(count, group[root], fromGroup, toGroup, more);
        for (int node = 0; node < nodes; node++) {
            // Nothing leads from the root to a circle that has no arc of its own.
            if (circle[node] < 0 || chosen[circle[node]] < 0) {
                best[node] = -1;
            }
        }
        for (int choice : chosen) {
            if (choice >= 0) {
                best[to[kept[choice]]] = kept[choice];
            }
        }
        return best;
    }
}
