package sectile.base.number;

import sectile.base.array.RunCodec;

/// `start + a·b` in f64, in the order of [FloatGemm].
final class DoubleGemm {
    private final Packed a;
    private final Packed b;
    private final int m;
    private final int n;
    private final int k;

    DoubleGemm(Packed a, Packed b, int m, int n, int k) {
        this.a = a;
        this.b = b;
        this.m = m;
        this.n = n;
        this.k = k;
    }

    void multiply(Packed start, Packed result) {
        int columns = Math.min(n, Gemm.COLUMNS / 2);
        int deepest = Math.min(k, Gemm.DEPTH);
        var codec = new RunCodec(start.dtype(), columns);
        double[][] rows = new double[m][columns];
        double[] left = new double[deepest];
        double[][] right = new double[deepest][columns];
        for (int j = 0; j < n; j += columns) {
            int width = Math.min(columns, n - j);
            for (int i = 0; i < m; i++) {
                codec.read(start.memory(), start.at(i * n + j), rows[i], width);
            }
            for (int from = 0; from < k; from += Gemm.DEPTH) {
                int depth = Math.min(Gemm.DEPTH, k - from);
                for (int p = 0; p < depth; p++) {
                    codec.read(b.memory(), b.at((from + p) * n + j), right[p], width);
                }
                for (int i = 0; i < m; i++) {
                    codec.read(a.memory(), a.at(i * k + from), left, depth);
                    row(rows[i], left, right, depth, width);
                }
            }
            for (int i = 0; i < m; i++) {
                codec.write(rows[i], result.memory(), result.at(i * n + j), width);
            }
        }
    }

    private static void row(double[] c, double[] left, double[][] right, int depth, int n) {
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

    private static void four(
            double[] c,
            double[] b0,
            double[] b1,
            double[] b2,
            double[] b3,
            double a0,
            double a1,
            double a2,
            double a3,
            int n) {
        for (int j = 0; j < n; j++) {
            c[j] = Math.fma(a3, b3[j], Math.fma(a2, b2[j], Math.fma(a1, b1[j], Math.fma(a0, b0[j], c[j]))));
        }
    }

    private static void one(double[] c, double[] b, double a, int n) {
        for (int j = 0; j < n; j++) {
            c[j] = Math.fma(a, b[j], c[j]);
        }
    }
}
