package sectile.compiler.tiling;

import java.util.ArrayList;
import java.util.List;

/// A part of an extent: so many tiles of one size, one after the other.
public record Segment(long start, long size, long count) {
    /// An extent in tiles of a size: the whole ones, then what is left.
    public static List<Segment> of(long start, long extent, long size) {
        var segments = new ArrayList<Segment>();
        long whole = (extent - start) / size;
        long rest = (extent - start) % size;
        if (whole > 0) {
            segments.add(new Segment(start, size, whole));
        }
        if (rest > 0) {
            segments.add(new Segment(start + whole * size, rest, 1));
        }
        return segments;
    }

    public long end() {
        return start + size * count;
    }
}
