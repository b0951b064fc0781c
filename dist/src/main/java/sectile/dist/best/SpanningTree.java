package sectile.dist.best;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// A tree over all ranks.
///
/// @param arcs by rank, the arc from its parent; −1 at the root
record SpanningTree(int root, List<Integer> arcs) {
    SpanningTree {
        arcs = List.copyOf(arcs);
    }

    static SpanningTree of(int root, int[] arcs) {
        return new SpanningTree(root, IntStream.of(arcs).boxed().toList());
    }

    int parent(TeamNetwork network, int rank) {
        return network.arc(arcs.get(rank)).from();
    }

    List<List<Integer>> children(TeamNetwork network) {
        List<List<Integer>> children = new ArrayList<>();
        for (int rank = 0; rank < arcs.size(); rank++) {
            children.add(new ArrayList<>());
        }
        for (int rank = 0; rank < arcs.size(); rank++) {
            if (rank != root) {
                children.get(parent(network, rank)).add(rank);
            }
        }
        return children;
    }

    /// How many arcs lie between the root and each rank.
    int[] depths(TeamNetwork network) {
        int[] depths = new int[arcs.size()];
        ArrayDeque<Integer> open = new ArrayDeque<>(List.of(root));
        List<List<Integer>> children = children(network);
        while (!open.isEmpty()) {
            int rank = open.remove();
            for (int child : children.get(rank)) {
                depths[child] = depths[rank] + 1;
                open.add(child);
            }
        }
        return depths;
    }

    /// The same tree hung up in its middle, so that it is as shallow as can be.
    SpanningTree centred(TeamNetwork network) {
        List<Integer> longest = path(network, farthest(network, root), farthest(network, farthest(network, root)));
        int middle = longest.get(longest.size() / 2);
        int[] turned = new int[arcs.size()];
        Arrays.fill(turned, -2);
        turned[middle] = -1;
        ArrayDeque<Integer> open = new ArrayDeque<>(List.of(middle));
        while (!open.isEmpty()) {
            int rank = open.remove();
            for (int arc : around(network, rank)) {
                int to = network.arc(arc).to();
                if (turned[to] == -2) {
                    turned[to] = arc;
                    open.add(to);
                }
            }
        }
        return of(middle, turned);
    }

    /// The arcs of the tree that leave a rank, towards the root included.
    private List<Integer> around(TeamNetwork network, int rank) {
        List<Integer> found = new ArrayList<>();
        for (int other = 0; other < arcs.size(); other++) {
            if (other != root && parent(network, other) == rank) {
                found.add(arcs.get(other));
            }
        }
        if (rank != root) {
            found.add(network.arc(arcs.get(rank)).back());
        }
        return found;
    }

    private int farthest(TeamNetwork network, int from) {
        int[] before = before(network, from);
        int last = from;
        int most = 0;
        for (int rank = 0; rank < before.length; rank++) {
            int length = 0;
            for (int at = rank; at != from; at = before[at]) {
                length++;
            }
            if (length > most) {
                most = length;
                last = rank;
            }
        }
        return last;
    }

    private List<Integer> path(TeamNetwork network, int from, int to) {
        int[] before = before(network, from);
        List<Integer> path = new ArrayList<>(List.of(to));
        for (int at = to; at != from; at = before[at]) {
            path.add(before[at]);
        }
        return path;
    }

    /// By rank, the one before it on the way from another.
    private int[] before(TeamNetwork network, int from) {
        int[] before = new int[arcs.size()];
        Arrays.fill(before, -1);
        before[from] = from;
        ArrayDeque<Integer> open = new ArrayDeque<>(List.of(from));
        while (!open.isEmpty()) {
            int rank = open.remove();
            for (int arc : around(network, rank)) {
                int to = network.arc(arc).to();
                if (before[to] < 0) {
                    before[to] = rank;
                    open.add(to);
                }
            }
        }
        return before;
    }
}
