package sectile.report.perfetto;

import java.util.Arrays;

/// A line of slices, such as one engine of one PE. Overlapping slices spread over several tracks of the same name;
/// slices begun and ended by hand nest on the first.
public final class Lane {
    private final Track parent;
    private final String name;
    private final int rank;
    private long[] tracks = new long[1];
    /// For each track the time from which the next slice may begin.
    private long[] free = new long[1];
    private int count;
    private int depth;

    Lane(Track parent, String name, int rank) {
        this.parent = parent;
        this.name = name;
        this.rank = rank;
    }

    Track parent() {
        return parent;
    }

    public String name() {
        return name;
    }

    int rank() {
        return rank;
    }

    int count() {
        return count;
    }

    long track(int index) {
        return tracks[index];
    }

    /// The first track on which a slice may begin at `start`, or [#count()] if it takes a new one.
    int find(long start) {
        for (int i = 0; i < count; i++) {
            if (free[i] <= start) {
                return i;
            }
        }
        return count;
    }

    void addTrack(long id) {
        if (count == tracks.length) {
            tracks = Arrays.copyOf(tracks, count * 2);
            free = Arrays.copyOf(free, count * 2);
        }
        tracks[count] = id;
        free[count++] = Long.MIN_VALUE;
    }

    void occupy(int index, long end) {
        free[index] = end;
    }

    void begin(long start) {
        require(start, "begin");
        depth++;
        free[0] = start;
    }

    void end(long end) {
        if (depth == 0) {
            throw new IllegalStateException("no slice is open on lane " + name);
        }
        require(end, "end");
        depth--;
        free[0] = end;
    }

    private void require(long time, String what) {
        if (time < free[0]) {
            throw new IllegalArgumentException("cannot " + what + " a slice on lane " + name + " at " + time
                    + " ps: it is taken until " + free[0] + " ps");
        }
    }
}
