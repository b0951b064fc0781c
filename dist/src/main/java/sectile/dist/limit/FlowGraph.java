package sectile.dist.limit;

import java.util.Arrays;
import java.util.BitSet;

/// A directed graph with capacities, and its maximum flows: along trees first, which bring what many nodes have to
/// one that is far away, and then by Dinic's algorithm.
///
/// Capacities may be set again between flows; a flow begins with all of them unused.
public final class FlowGraph {
    /// What is smaller is the rounding of doubles.
    private static final double NOTHING = 1e-9;
    /// How many trees are tried; the first that brings nothing is the last.
    private static final int TREES = 16;

    private final int nodes;
    private int[] heads = new int[16];
    private int[] nexts = new int[16];
    private double[] capacities = new double[16];
    private double[] left = new double[0];
    private final int[] firsts;
    private final int[] levels;
    private final int[] turns;
    private final int[] queue;
    private int edges;

    public FlowGraph(int nodes) {
        this.nodes = nodes;
        this.firsts = new int[nodes];
        this.levels = new int[nodes];
        this.turns = new int[nodes];
        this.queue = new int[nodes];
        Arrays.fill(firsts, -1);
    }

    /// Adds an edge and gives its number.
    public int add(int from, int to, double capacity) {
        append(from, to, capacity);
        append(to, from, 0);
        return edges - 2;
    }

    private void append(int from, int to, double capacity) {
        if (edges == heads.length) {
            heads = Arrays.copyOf(heads, 2 * edges);
            nexts = Arrays.copyOf(nexts, 2 * edges);
            capacities = Arrays.copyOf(capacities, 2 * edges);
        }
        heads[edges] = to;
        capacities[edges] = capacity;
        nexts[edges] = firsts[from];
        firsts[from] = edges++;
    }

    public void capacity(int edge, double capacity) {
        capacities[edge] = capacity;
    }

    /// The most that flows from one node to another.
    public double maximum(int source, int sink) {
        left = Arrays.copyOf(capacities, edges);
        double flow = 0;
        for (int tree = 0; tree < TREES; tree++) {
            double more = gather(source, sink);
            if (more <= NOTHING) {
                break;
            }
            flow += more;
        }
        while (reach(source, sink)) {
            System.arraycopy(firsts, 0, turns, 0, nodes);
            double more = push(source, sink, Double.MAX_VALUE);
            while (more > NOTHING) {
                flow += more;
                more = push(source, sink, Double.MAX_VALUE);
            }
        }
        return flow;
    }

    /// The source's side of the narrowest cut, after a maximum flow: what can still be reached.
    BitSet side() {
        BitSet side = new BitSet(nodes);
        for (int node = 0; node < nodes; node++) {
            side.set(node, levels[node] >= 0);
        }
        return side;
    }

    /// Sends what the source gives to nodes along a tree of shortest ways to the sink, each edge as much as it has
    /// left.
    private double gather(int source, int sink) {
        int[] upward = new int[nodes];
        Arrays.fill(upward, -1);
        int count = tree(source, sink, upward);
        double[] wanted = new double[nodes];
        for (int edge = firsts[source]; edge >= 0; edge = nexts[edge]) {
            wanted[heads[edge]] += left[edge];
        }
        double[] most = new double[nodes];
        for (int at = count - 1; at > 0; at--) {
            int node = queue[at];
            most[node] = Math.min(wanted[node], left[upward[node]]);
            wanted[heads[upward[node]]] += most[node];
        }
        double[] granted = new double[nodes];
        granted[sink] = wanted[sink];
        for (int at = 1; at < count; at++) {
            int node = queue[at];
            int next = heads[upward[node]];
            granted[node] = Math.min(most[node], granted[next]);
            granted[next] -= granted[node];
            use(upward[node], granted[node]);
        }
        // What is left of a grant is what the node itself has from the source.
        for (int edge = firsts[source]; edge >= 0; edge = nexts[edge]) {
            int node = heads[edge];
            double own = upward[node] >= 0 || node == sink ? Math.min(left[edge], granted[node]) : 0;
            granted[node] -= own;
            use(edge, own);
        }
        return wanted[sink];
    }

    private void use(int edge, double flow) {
        left[edge] -= flow;
        left[edge ^ 1] += flow;
    }

    /// Nodes in the order of their distance to the sink, in the queue, and by node the edge that leads nearer.
    private int tree(int source, int sink, int[] upward) {
        queue[0] = sink;
        int end = 1;
        for (int at = 0; at < end; at++) {
            for (int edge = firsts[queue[at]]; edge >= 0; edge = nexts[edge]) {
                int node = heads[edge];
                if (node != source && node != sink && upward[node] < 0 && left[edge ^ 1] > NOTHING) {
                    upward[node] = edge ^ 1;
                    queue[end++] = node;
                }
            }
        }
        return end;
    }

    private boolean reach(int source, int sink) {
        Arrays.fill(levels, -1);
        levels[source] = 0;
        queue[0] = source;
        int end = 1;
        for (int at = 0; at < end; at++) {
            int node = queue[at];
            for (int edge = firsts[node]; edge >= 0; edge = nexts[edge]) {
                int next = heads[edge];
                if (levels[next] < 0 && left[edge] > NOTHING) {
                    levels[next] = levels[node] + 1;
                    queue[end++] = next;
                }
            }
        }
        return levels[sink] >= 0;
    }

    private double push(int node, int sink, double most) {
        if (node == sink) {
            return most;
        }
        for (; turns[node] >= 0; turns[node] = nexts[turns[node]]) {
            int edge = turns[node];
            int next = heads[edge];
            if (levels[next] == levels[node] + 1 && left[edge] > NOTHING) {
                double pushed = push(next, sink, Math.min(most, left[edge]));
                if (pushed > NOTHING) {
                    use(edge, pushed);
                    return pushed;
                }
            }
        }
        return 0;
    }
}
