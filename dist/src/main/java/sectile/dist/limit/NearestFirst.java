package sectile.dist.limit;

import java.util.Arrays;

/// Nodes that a search has reached, the nearest first; of those that are equally near, the one with the lower number. A
/// node that comes nearer moves forward.
final class NearestFirst {
    private final int[] heap;
    /// By node, where it is in the heap; -1 if it is not.
    private final int[] places;
    private int size;

    NearestFirst(int nodes) {
        heap = new int[nodes];
        places = new int[nodes];
        Arrays.fill(places, -1);
    }

    boolean isEmpty() {
        return size == 0;
    }

    /// Adds a node, or moves it forward if its distance has become less.
    void add(int node, double[] distances) {
        int at = places[node] < 0 ? size++ : places[node];
        while (at > 0 && isNearer(node, heap[(at - 1) / 2], distances)) {
            put(heap[(at - 1) / 2], at);
            at = (at - 1) / 2;
        }
        put(node, at);
    }

    /// Takes the nearest.
    int remove(double[] distances) {
        int nearest = heap[0];
        places[nearest] = -1;
        int last = heap[--size];
        if (size > 0) {
            int at = 0;
            int next = nearerChild(0, distances);
            while (next < size && isNearer(heap[next], last, distances)) {
                put(heap[next], at);
                at = next;
                next = nearerChild(at, distances);
            }
            put(last, at);
        }
        return nearest;
    }

    /// Beyond the end if there is none.
    private int nearerChild(int at, double[] distances) {
        int left = 2 * at + 1;
        return left + 1 < size && isNearer(heap[left + 1], heap[left], distances) ? left + 1 : left;
    }

    private void put(int node, int at) {
        heap[at] = node;
        places[node] = at;
    }

    private static boolean isNearer(int node, int other, double[] distances) {
        return distances[node] < distances[other] || (distances[node] == distances[other] && node < other);
    }
}
