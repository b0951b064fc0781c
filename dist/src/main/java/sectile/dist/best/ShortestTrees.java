package sectile.dist.best;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// One tree for each root in which every rank is as near as can be: for arrays so small that latency is all that
/// counts.
final class ShortestTrees {
    private final TeamNetwork network;
    private final Flow flow;

    ShortestTrees(TeamNetwork network, Flow flow) {
        this.network = network;
        this.flow = flow;
    }

    List<Shares.Share> of(List<Integer> roots) {
        List<Shares.Share> shares = new ArrayList<>();
        for (int root : flow == Flow.UP_AND_DOWN ? List.of(centre()) : roots) {
            shares.add(new Shares.Share(tree(root), 1));
        }
        return shares;
    }

    /// The rank from which the farthest one is nearest.
    private int centre() {
        int best = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int rank = 0; rank < network.ranks(); rank++) {
            double[] times = new double[network.ranks()];
            search(rank, times);
            double most = Arrays.stream(times).max().orElse(0);
            if (most < least) {
                least = most;
                best = rank;
            }
        }
        return best;
    }

    private SpanningTree tree(int root) {
        return SpanningTree.of(root, search(root, new double[network.ranks()]));
    }

    /// Dijkstra's algorithm; gives the arc to each rank from the one before.
    private int[] search(int root, double[] times) {
        int[] by = new int[times.length];
        boolean[] done = new boolean[times.length];
        Arrays.fill(by, -1);
        Arrays.fill(times, Double.POSITIVE_INFINITY);
        times[root] = 0;
        for (int count = 0; count < times.length; count++) {
            int next = -1;
            for (int rank = 0; rank < times.length; rank++) {
                if (!done[rank] && (next < 0 || times[rank] < times[next])) {
                    next = rank;
                }
            }
            done[next] = true;
            for (int arc : network.leaving(next)) {
                int to = network.arc(arc).to();
                // The extra one is for the step itself, where links have no latency.
                double time = times[next] + network.arc(arc).delay() + 1;
                if (time < times[to]) {
                    times[to] = time;
                    by[to] = arc;
                }
            }
        }
        return by;
    }
}
