package sectile.dist.local;

import sectile.dist.tensor.Region;

/// A part of one tensor that goes to a place in another.
public record Rectangle(Region from, long toRow, long toColumn) {
    /// All of a matrix to the same place.
    public static Rectangle whole(long rows, long columns) {
        return new Rectangle(new Region(0, rows, 0, columns), 0, 0);
    }

    Region to() {
        return new Region(toRow, from.rows(), toColumn, from.columns());
    }

    /// What of the source ends in a part of the target.
    Region sourceOf(Region target) {
        return to().intersect(target).shifted(from.row() - toRow, from.column() - toColumn);
    }
}
