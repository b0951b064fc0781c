package sectile.base.number;

import sectile.base.array.RunCodec;

/// `start + a·b` on integers, wrapping in the accumulator's type. The order of the sum cannot show.
final class LongGemm {
    private final Packed a;
    private final Packed b;
    private final int m;
    private final int n;
    private final int k;

    LongGemm(Packed a, Packed b, int m, int n, int k) {
        this.a = a;
        this.b = b;
        this.m = m;
        this.n = n;
        this.k = k;
    }

    void multiply(Packed start, Packed result) {
        if (start.dtype().bits() == 32) {
            multiplyInts(start, result);
            return;
        }
        int columns = Math.min(n, Gemm.COLUMNS);
        var codec = new RunCodec(start.dtype(), columns);
        long[] left = new long[1];
        long[] right = new long[columns];
        long[] row = new long[columns];
        for (int j = 0; j < n; j += columns) {
            int width = Math.min(columns, n - j);
            for (int i = 0; i < m; i++) {
                codec.read(start.memory(), start.at(i * n + j), row, width);
                for (int p = 0; p < k; p++) {
                    codec.read(a.memory(), a.at(i * k + p), left, 1);
                    codec.read(b.memory(), b.at(p * n + j), right, width);
                    for (int c = 0; c < width; c++) {
                        row[c] += left[0] * right[c];
                    }
                }
                codec.write(row, result.memory(), result.at(i * n + j), width);
            }
        }
    }

    /// Accumulators of 32 bits take operands of at most 32 bits, whose low 32 product bits an `int` has.
    private void multiplyInts(Packed start, Packed result) {
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

    /// Elements of an integer operand as the low 32 bits of their values.
    private static final class IntRows {
        private final Packed source;
        private final RunCodec codec;
        private final long[] longs;

        IntRows(Packed source, int capacity) {
            this.source = source;
            codec = new RunCodec(source.dtype(), capacity);
            longs = new long[capacity];
        }

        void read(int first, int[] out, int n) {
            codec.read(source.memory(), source.at(first), longs, n);
            for (int i = 0; i < n; i++) {
                out[i] = (int) longs[i];
            }
        }

        void write(int[] values, Packed target, int first, int n) {
            for (int i = 0; i < n; i++) {
                longs[i] = values[i];
            }
            codec.write(longs, target.memory(), target.at(first), n);
        }
    }
}
