package sectile.sim.machine;

import java.util.Arrays;

/// How much time a set of intervals covers, which may overlap and come in any order.
///
/// The latest stretches are kept apart, so that an interval that comes late is still joined with them; what lies before
/// the oldest of [#KEPT] stretches is closed. The latest of all is in fields, because most intervals are at its end.
final class Coverage {
    private static final int KEPT = 64;

    private long startPs = Long.MIN_VALUE;
    private long endPs = Long.MIN_VALUE;
    /// Starts and ends of the stretches before that, which do not touch, in order of time.
    private long[] earlier = new long[4];
    private int size;
    private long closedPs;
    private long closedUntilPs = Long.MIN_VALUE;

    void add(long fromPs, long toPs) {
        if (fromPs >= startPs && fromPs <= endPs) {
            endPs = Math.max(endPs, toPs);
        } else if (toPs > fromPs) {
            addApart(fromPs, toPs);
        }
    }

    /// An interval that does not begin in the latest stretch.
    private void addApart(long fromPs, long toPs) {
        if (fromPs > endPs) {
            if (endPs > startPs) {
                insert(size, startPs, endPs);
            }
            startPs = fromPs;
            endPs = toPs;
            return;
        }
        long from = Math.max(fromPs, closedUntilPs);
        if (toPs >= startPs) {
            startPs = from;
            endPs = Math.max(endPs, toPs);
            while (size > 0 && earlier[size - 1] >= startPs) {
                startPs = Math.min(startPs, earlier[size - 2]);
                size -= 2;
            }
        } else if (toPs > from) {
            join(from, toPs);
        }
    }

    /// An interval that ends before the latest stretch.
    private void join(long fromPs, long toPs) {
        int next = size;
        while (next > 0 && earlier[next - 2] > toPs) {
            next -= 2;
        }
        int first = next;
        long from = fromPs;
        long to = toPs;
        while (first > 0 && earlier[first - 1] >= fromPs) {
            from = Math.min(from, earlier[first - 2]);
            to = Math.max(to, earlier[first - 1]);
            first -= 2;
        }
        System.arraycopy(earlier, next, earlier, first, size - next);
        size -= next - first;
        insert(first, from, to);
    }

    private void insert(int at, long fromPs, long toPs) {
        if (size == earlier.length) {
            earlier = Arrays.copyOf(earlier, 2 * size);
        }
        System.arraycopy(earlier, at, earlier, at + 2, size - at);
        earlier[at] = fromPs;
        earlier[at + 1] = toPs;
        size += 2;
        if (size > 2 * KEPT) {
            close();
        }
    }

    /// The older half is not changed any more.
    private void close() {
        int half = KEPT / 2 * 2;
        for (int i = 0; i < half; i += 2) {
            closedPs += earlier[i + 1] - earlier[i];
        }
        closedUntilPs = earlier[half - 1];
        System.arraycopy(earlier, half, earlier, 0, size - half);
        size -= half;
    }

    long total() {
        long total = closedPs + endPs - startPs;
        for (int i = 0; i < size; i += 2) {
            total += earlier[i + 1] - earlier[i];
        }
        return total;
    }

    void clear() {
        startPs = Long.MIN_VALUE;
        endPs = Long.MIN_VALUE;
        size = 0;
        closedPs = 0;
        closedUntilPs = Long.MIN_VALUE;
    }
}
