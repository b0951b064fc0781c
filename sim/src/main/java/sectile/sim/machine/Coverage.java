package sectile.sim.machine;

import java.util.Arrays;

/// How much time a set of intervals covers, which may overlap and come in any order.
///
/// The latest stretches are kept apart, so that an interval that comes late is still joined with them; what lies before
/// the oldest of [#KEPT] stretches is closed.
final class Coverage {
    private static final int KEPT = 64;

    /// Starts and ends of stretches that do not touch, in order of time.
    private long[] stretches = new long[4];
    private int size;
    private long closedPs;
    private long closedUntilPs = Long.MIN_VALUE;

    void add(long startPs, long endPs) {
        long start = Math.max(startPs, closedUntilPs);
        if (endPs <= start) {
            return;
        }
        if (size > 0 && start >= stretches[size - 2] && start <= stretches[size - 1]) {
            stretches[size - 1] = Math.max(stretches[size - 1], endPs);
        } else if (size == 0 || start > stretches[size - 1]) {
            insert(size, start, endPs);
        } else {
            join(start, endPs);
        }
    }

    /// An interval that begins before the latest stretch.
    private void join(long startPs, long endPs) {
        int first = 0;
        while (stretches[first + 1] < startPs) {
            first += 2;
        }
        int next = first;
        long start = startPs;
        long end = endPs;
        while (next < size && stretches[next] <= endPs) {
            start = Math.min(start, stretches[next]);
            end = Math.max(end, stretches[next + 1]);
            next += 2;
        }
        if (next == first) {
            insert(first, start, end);
        } else {
            stretches[first] = start;
            stretches[first + 1] = end;
            System.arraycopy(stretches, next, stretches, first + 2, size - next);
            size -= next - first - 2;
        }
    }

    private void insert(int at, long startPs, long endPs) {
        if (size == stretches.length) {
            stretches = Arrays.copyOf(stretches, 2 * size);
        }
        System.arraycopy(stretches, at, stretches, at + 2, size - at);
        stretches[at] = startPs;
        stretches[at + 1] = endPs;
        size += 2;
        if (size > 2 * KEPT) {
            close();
        }
    }

    /// The older half is not changed any more.
    private void close() {
        int half = KEPT / 2 * 2;
        for (int i = 0; i < half; i += 2) {
            closedPs += stretches[i + 1] - stretches[i];
        }
        closedUntilPs = stretches[half - 1];
        System.arraycopy(stretches, half, stretches, 0, size - half);
        size -= half;
    }

    long total() {
        long total = closedPs;
        for (int i = 0; i < size; i += 2) {
            total += stretches[i + 1] - stretches[i];
        }
        return total;
    }

    void clear() {
        size = 0;
        closedPs = 0;
        closedUntilPs = Long.MIN_VALUE;
    }
}
