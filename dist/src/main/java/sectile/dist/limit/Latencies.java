package sectile.dist.limit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/// The least latency of links between nodes of a graph.
final class Latencies {
    private final RankGraph graph;
    private final List<List<RankGraph.Arc>> leaving = new ArrayList<>();

    private record Reached(int node, long time) {}

    Latencies(RankGraph graph) {
        this.graph = graph;
        for (int node = 0; node < graph.nodes(); node++) {
            leaving.add(new ArrayList<>());
        }
        graph.arcs().forEach(arc -> leaving.get(arc.from()).add(arc));
    }

    /// To every node; [Long#MAX_VALUE] where no way leads.
    long[] from(int start) {
        long[] times = new long[graph.nodes()];
        Arrays.fill(times, Long.MAX_VALUE);
        times[start] = 0;
        PriorityQueue<Reached> open = new PriorityQueue<>(Comparator.comparingLong(Reached::time));
        open.add(new Reached(start, 0));
        while (!open.isEmpty()) {
            Reached at = open.remove();
            if (at.time > times[at.node]) {
                continue;
            }
            for (RankGraph.Arc arc : leaving.get(at.node)) {
                long time = at.time + arc.latencyPs();
                if (time < times[arc.to()]) {
                    times[arc.to()] = time;
                    open.add(new Reached(arc.to(), time));
                }
            }
        }
        return times;
    }

    /// To the rank that is farthest away; ranks that cannot be reached do not count.
    long farthest(int start) {
        long[] times = from(start);
        long most = 0;
        for (int rank = 0; rank < graph.ranks(); rank++) {
            most = times[rank] == Long.MAX_VALUE ? most : Math.max(most, times[rank]);
        }
        return most;
    }
}
