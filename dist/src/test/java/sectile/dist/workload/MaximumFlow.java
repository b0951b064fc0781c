package sectile.dist.workload;

import java.util.ArrayDeque;
import java.util.Arrays;

/// Dinic's algorithm on a dense graph: the plain twin of [Cuts].
final class MaximumFlow {
    private static final double NOTHING = 1e-9;

    private final double[][] left;
    private final int[] level;

    MaximumFlow(int nodes) {
        left = new double[nodes][nodes];
        level = new int[nodes];
    }

    void add(int from, int to, double capacity) {
        left[from][to] += capacity;
    }

    double between(int source, int sink) {
        double flow = 0;
        while (reach(source, sink)) {
            double more = push(source, sink, Double.POSITIVE_INFINITY);
            while (more > NOTHING) {
                flow += more;
                more = push(source, sink, Double.POSITIVE_INFINITY);
            }
        }
        return flow;
    }

    private boolean reach(int source, int sink) {
        Arrays.fill(level, -1);
        level[source] = 0;
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        queue.add(source);
        while (!queue.isEmpty()) {
            int node = queue.remove();
            for (int next = 0; next < level.length; next++) {
                if (level[next] < 0 && left[node][next] > NOTHING) {
                    level[next] = level[node] + 1;
                    queue.add(next);
                }
            }
        }
        return level[sink] >= 0;
    }

    private double push(int node, int sink, double most) {
        if (node == sink) {
            return most;
        }
        for (int next = 0; next < level.length; next++) {
            if (level[next] == level[node] + 1 && left[node][next] > NOTHING) {
                double pushed = push(next, sink, Math.min(most, left[node][next]));
                if (pushed > NOTHING) {
                    left[node][next] -= pushed;
                    left[next][node] += pushed;
                    return pushed;
                }
            }
        }
        return 0;
    }
}
