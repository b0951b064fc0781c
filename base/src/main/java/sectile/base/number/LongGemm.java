package sectile.base.number;

/// `start + a·b` on integers, wrapping in the accumulator's type. The order of the sum cannot show.
final class LongGemm {
    private final Tile a;
    private final Tile b;
    private final int m;
    private final int n;
    private final int k;

    LongGemm(Tile a, Tile b, int m, int n, int k) {
        this.a = a;
        this.b = b;
        this.m = m;
        this.n = n;
        this.k = k;
    }

    void multiply(Tile start, byte[] result) {
        if (start.dtype().bits() == 32) {
            multiplyInts(start, result);
            return;
        }
        int columns = Math.min(n, Gemm.COLUMNS);
        var codec = new Codec(start.dtype(), columns);
        long[] left = new long[1];
        long[] right = new long[columns];
        long[] row = new long[columns];
        for (int j = 0; j < n; j += columns) {
            int width = Math.min(columns, n - j);
            for (int i = 0; i < m; i++) {
                codec.decode(start.raw(), i * n + j, row, width);
                for (int p = 0; p < k; p++) {
                    codec.decode(a.raw(), i * k + p, left, 1);
                    codec.decode(b.raw(), p * n + j, right, width);
                    for (int c = 0; c < width; c++) {
                        row[c] += left[0] * right[c];
                    }
                }
                codec.encode(row, result, i * n + j, width);
            }
        }
    }

    /// Accumulators of 32 bits take operands of at most 32 bits, whose low 32 product bits an `int` has.
    private void multiplyInts(Tile start, byte[] result) {
        int columns = Math.min(n, Gemm.COLUMNS);
        int deepest = Math.min(k, Gemm.DEPTH);
        var accumulators = new IntRows(start, columns);
        var rowsOfA = new IntRows(a, deepest);
        var rowsOfB = new IntRows(b, columns);
        int[][] rows = new int[m][columns];
        int[] left = new int[deepest];
        int[][] right = new int[deepest][columns];
        for (int j = 0; j < n; j += columns) {
            int width = Math.min(columns, n - j);
            for (int i = 0; i < m; i++) {
                accumulators.read(i * n + j, rows[i], width);
            }
            for (int from = 0; from < k; from += Gemm.DEPTH) {
                int depth = Math.min(Gemm.DEPTH, k - from);
                for (int p = 0; p < depth; p++) {
                    rowsOfB.read((from + p) * n + j, right[p], width);
                }
                for (int i = 0; i < m; i++) {
                    rowsOfA.read(i * k + from, left, depth);
                    row(rows[i], left, right, depth, width);
                }
            }
            for (int i = 0; i < m; i++) {
                accumulators.write(rows[i], result, i * n + j, width);
            }
        }
    }

    private static void row(int[] c, int[] left, int[][] right, int depth, int n) {
        int p = 0;
        for (; p + 4 <= depth; p += 4) {
            four(
                    c,
                    right[p],
                    right[p + 1],
                    right[p + 2],
                    right[p + 3],
                    left[p],
                    left[p + 1],
                    left[p + 2],
                    left[p + 3],
                    n);
        }
        for (; p < depth; p++) {
            one(c, right[p], left[p], n);
        }
    }

    private static void four(int[] c, int[] b0, int[] b1, int[] b2, int[] b3, int a0, int a1, int a2, int a3, int n) {
        for (int j = 0; j < n; j++) {
            c[j] += a0 * b0[j] + a1 * b1[j] + a2 * b2[j] + a3 * b3[j];
        }
    }

    private static void one(int[] c, int[] b, int a, int n) {
        for (int j = 0; j < n; j++) {
            c[j] += a * b[j];
        }
    }

    /// Elements of an integer tile as the low 32 bits of their values.
    private static final class IntRows {
        private final Tile tile;
        private final Codec codec;
        private final long[] longs;

        IntRows(Tile tile, int capacity) {
            this.tile = tile;
            codec = new Codec(tile.dtype(), capacity);
            longs = new long[capacity];
        }

        void read(int first, int[] out, int n) {
            codec.decode(tile.raw(), first, longs, n);
            for (int i = 0; i < n; i++) {
                out[i] = (int) longs[i];
            }
        }

        void write(int[] values, byte[] target, int first, int n) {
            for (int i = 0; i < n; i++) {
                longs[i] = values[i];
            }
            codec.encode(longs, target, first, n);
        }
    }
}
