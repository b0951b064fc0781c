package sectile.report.html;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Slices in growing arrays: start, duration, number of the name, bytes, message; for merged ones also how many they
/// were, and how long they worked and waited together.
final class SliceList {
    /// A merged slice grows to at most this many steps, so that the shape of a busy lane survives.
    private static final int WIDEST = 8;

    private long[] starts = new long[16];
    private long[] durations = new long[16];
    private int[] names = new int[16];
    private int[] counts = new int[16];
    private long[] busy = new long[16];
    private long[] waits = new long[16];
    private long[] bytes = new long[16];
    private long[] flows = new long[16];
    private int size;

    /// @param waiting whether nothing was done but to wait
    /// @param moved how many bytes
    /// @param flow the message it sends or receives; 0 for none
    void add(long start, long duration, int name, boolean waiting, long moved, long flow) {
        add(start, duration, name, 1, waiting ? 0 : duration, waiting ? duration : 0, moved, flow);
    }

    private void add(SliceList from, int i) {
        add(
                from.starts[i],
                from.durations[i],
                from.names[i],
                from.counts[i],
                from.busy[i],
                from.waits[i],
                from.bytes[i],
                from.flows[i]);
    }

    private void add(long start, long duration, int name, int count, long worked, long waited, long moved, long flow) {
        if (size == starts.length) {
            starts = Arrays.copyOf(starts, size * 2);
            durations = Arrays.copyOf(durations, size * 2);
            names = Arrays.copyOf(names, size * 2);
            counts = Arrays.copyOf(counts, size * 2);
            busy = Arrays.copyOf(busy, size * 2);
            waits = Arrays.copyOf(waits, size * 2);
            bytes = Arrays.copyOf(bytes, size * 2);
            flows = Arrays.copyOf(flows, size * 2);
        }
        starts[size] = start;
        durations[size] = duration;
        names[size] = name;
        counts[size] = count;
        bytes[size] = moved;
        flows[size] = flow;
        waits[size] = waited;
        busy[size++] = worked;
    }

    int size() {
        return size;
    }

    long start(int i) {
        return starts[i];
    }

    long duration(int i) {
        return durations[i];
    }

    int name(int i) {
        return names[i];
    }

    int count(int i) {
        return counts[i];
    }

    /// How long it worked.
    long busy(int i) {
        return busy[i];
    }

    /// How long it waited.
    long waited(int i) {
        return waits[i];
    }

    long bytes(int i) {
        return bytes[i];
    }

    long flow(int i) {
        return flows[i];
    }

    /// Whether any of them has bytes.
    boolean hasBytes() {
        return Arrays.stream(bytes, 0, size).anyMatch(count -> count > 0);
    }

    /// Whether any of them belongs to a message.
    boolean hasFlows() {
        return Arrays.stream(flows, 0, size).anyMatch(flow -> flow > 0);
    }

    long end() {
        long end = 0;
        for (int i = 0; i < size; i++) {
            end = Math.max(end, starts[i] + durations[i]);
        }
        return end;
    }

    /// By start; the longer first where starts are equal.
    SliceList sorted() {
        boolean inOrder = true;
        for (int i = 1; i < size && inOrder; i++) {
            inOrder = compare(i - 1, i) <= 0;
        }
        if (inOrder) {
            return this;
        }
        Integer[] order = new Integer[size];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, this::compare);
        var result = new SliceList();
        for (int i : order) {
            result.add(this, i);
        }
        return result;
    }

    /// Spreads sorted slices over as few rows as keep them from overlapping, but no more than `most`.
    List<SliceList> rows(int most) {
        List<SliceList> rows = new ArrayList<>();
        long[] free = new long[most];
        for (int i = 0; i < size; i++) {
            int row = 0;
            while (row < rows.size() && free[row] > starts[i]) {
                row++;
            }
            if (row == rows.size() && row < most) {
                rows.add(new SliceList());
            }
            row = Math.min(row, rows.size() - 1);
            rows.get(row).add(this, i);
            free[row] = Math.max(free[row], starts[i] + durations[i]);
        }
        return rows;
    }

    /// Joins slices shorter than `step` over gaps shorter than `step`; the join is named after its longest work, or its
    /// longest wait if it has no work.
    SliceList merged(long step) {
        var result = new SliceList();
        long longest = 0;
        boolean works = false;
        for (int i = 0; i < size; i++) {
            int last = result.size - 1;
            boolean joins = last >= 0
                    && durations[i] < step
                    && (result.counts[last] > 1 || result.durations[last] < step)
                    && starts[i] - (result.starts[last] + result.durations[last]) < step
                    && starts[i] + durations[i] - result.starts[last] <= WIDEST * step;
            if (!joins) {
                result.add(this, i);
                longest = durations[i];
                works = busy[i] > 0;
                continue;
            }
            result.durations[last] = Math.max(result.durations[last], starts[i] + durations[i] - result.starts[last]);
            result.counts[last] += counts[i];
            result.busy[last] += busy[i];
            result.waits[last] += waits[i];
            result.bytes[last] += bytes[i];
            result.flows[last] = 0;
            boolean working = busy[i] > 0;
            if (working == works ? durations[i] > longest : working) {
                works = working;
                longest = durations[i];
                result.names[last] = names[i];
            }
        }
        return result;
    }

    private int compare(int a, int b) {
        return starts[a] != starts[b] ? Long.compare(starts[a], starts[b]) : Long.compare(durations[b], durations[a]);
    }
}
