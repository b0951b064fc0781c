package sectile.dist.tensor;

/// A rectangle of a tensor seen as a matrix.
public record Region(long row, long rows, long column, long columns) {
    public long elements() {
        return rows * columns;
    }

    public boolean isEmpty() {
        return rows == 0 || columns == 0;
    }

    /// Part `index` of `parts` when the rows are cut, all but the last of equal height.
    Region rowPart(int index, int parts) {
        long height = Math.ceilDiv(rows, parts);
        long start = Math.min(rows, index * height);
        return new Region(row + start, Math.min(height, rows - start), column, columns);
    }

    Region columnPart(int index, int parts) {
        long width = Math.ceilDiv(columns, parts);
        long start = Math.min(columns, index * width);
        return new Region(row, rows, column + start, Math.min(width, columns - start));
    }

    boolean contains(long otherRow, long otherColumn) {
        return otherRow >= row && otherRow < row + rows && otherColumn >= column && otherColumn < column + columns;
    }

    /// What both have; may be empty.
    public Region intersect(Region other) {
        long top = Math.max(row, other.row);
        long left = Math.max(column, other.column);
        long bottom = Math.min(row + rows, other.row + other.rows);
        long right = Math.min(column + columns, other.column + other.columns);
        return new Region(top, Math.max(0, bottom - top), left, Math.max(0, right - left));
    }

    /// The same rectangle moved.
    public Region shifted(long rowsDown, long columnsRight) {
        return new Region(row + rowsDown, rows, column + columnsRight, columns);
    }

    /// Whether all of another rectangle lies in it.
    public boolean contains(Region other) {
        return intersect(other).equals(other);
    }

    @Override
    public String toString() {
        return "[" + row + ":" + (row + rows) + ", " + column + ":" + (column + columns) + "]";
    }
}
