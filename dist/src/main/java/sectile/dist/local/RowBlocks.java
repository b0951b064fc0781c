package sectile.dist.local;

/// Cuts a matrix into blocks of rows whose f32 values pass through a TCM several at a time.
final class RowBlocks {
    private static final long MOST_ELEMENTS = 1 << 18;

    private RowBlocks() {}

    static void each(int rows, int columns, Body body) {
        int most = Math.toIntExact(Math.clamp(MOST_ELEMENTS / Math.max(1, columns), 1, rows));
        for (int row = 0; row < rows; row += most) {
            body.run(row, Math.min(most, rows - row));
        }
    }

    interface Body {
        void run(int row, int rows);
    }
}
