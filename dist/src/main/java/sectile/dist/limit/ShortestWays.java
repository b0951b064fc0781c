package sectile.dist.limit;

import java.util.Arrays;

/// Shortest ways from one rank to all nodes, under lengths of servers.
final class ShortestWays {
    private final ArcTable arcs;
    private final double[] distances;
    /// By node, the last arc of the way to it.
    private final int[] by;
    /// Nodes in the order of their distance, and how many.
    private final int[] order;

    private int settled;
    private final NearestFirst open;

    ShortestWays(ArcTable arcs) {
        this.arcs = arcs;
        this.distances = new double[arcs.nodes];
        this.by = new int[arcs.nodes];
        this.order = new int[arcs.nodes];
        this.open = new NearestFirst(arcs.nodes);
    }

    void search(int start, double[] lengths) {
        Arrays.fill(distances, Double.POSITIVE_INFINITY);
        Arrays.fill(by, -1);
        distances[start] = 0;
        settled = 0;
        open.add(start, distances);
        while (!open.isEmpty()) {
            int node = open.remove(distances);
            order[settled++] = node;
            for (int arc : arcs.leaving[node]) {
                int to = arcs.heads[arc];
                double distance = distances[node] + lengths[arcs.servers[arc]];
                if (distance < distances[to]) {
                    distances[to] = distance;
                    by[to] = arc;
                    open.add(to, distances);
                }
            }
        }
    }

    /// The nodes that were reached, the nearest first.
    int[] reached() {
        return Arrays.copyOf(order, settled);
    }

    /// The sum of the distances of all ranks.
    double sum() {
        double sum = 0;
        for (int i = 0; i < settled; i++) {
            sum += order[i] < arcs.ranks ? distances[order[i]] : 0;
        }
        return sum;
    }

    /// What each arc carries if one unit is sent to every other rank.
    void load(float[] loads) {
        double[] beyond = new double[arcs.nodes];
        for (int i = settled - 1; i > 0; i--) {
            int node = order[i];
            beyond[node] += node < arcs.ranks ? 1 : 0;
            loads[by[node]] = (float) beyond[node];
            beyond[arcs.tails[by[node]]] += beyond[node];
        }
    }
}
