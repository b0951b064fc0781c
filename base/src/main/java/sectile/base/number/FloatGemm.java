package sectile.base.number;

import sectile.base.array.RunCodec;

/// `start + a·b` with f32 accumulators: element (i, j) is `fma(a[i][k], b[k][j], …)` for k ascending.
///
/// Blocks only regroup independent elements, so the order along k, and with it every bit, is that of the plain triple
/// loop. All the rows a kernel touches are separate arrays indexed alike, which lets the JIT compiler keep vectors in
/// registers; on one flat array it does not. `Math.fma` is exact by definition and one instruction on every processor
/// of the last decade; without that instruction it is correct but slow.
final class FloatGemm {
    private final Packed a;
    private final Packed b;
    private final int m;
    private final int n;
    private final int k;
    private final RunCodec rowsOfA;
    private final RunCodec rowsOfB;
    private final float[][] left;
    private final float[][] right;

    FloatGemm(Packed a, Packed b, int m, int n, int k) {
        this.a = a;
        this.b = b;
        this.m = m;
        this.n = n;
        this.k = k;
        int depth = Math.min(k, Gemm.DEPTH);
        int columns = Math.min(n, Gemm.COLUMNS);
        rowsOfA = new RunCodec(a.dtype(), depth);
        rowsOfB = new RunCodec(b.dtype(), columns);
        left = new float[4][depth];
        right = new float[depth][columns];
    }

    void multiply(Packed start, Packed result) {
        int columns = Math.min(n, Gemm.COLUMNS);
        var codec = new RunCodec(start.dtype(), columns);
        float[][] rows = new float[m][columns];
        for (int j = 0; j < n; j += columns) {
            int width = Math.min(columns, n - j);
            for (int i = 0; i < m; i++) {
                codec.read(start.memory(), start.at(i * n + j), rows[i], width);
            }
            for (int from = 0; from < k; from += Gemm.DEPTH) {
                int depth = Math.min(Gemm.DEPTH, k - from);
                for (int p = 0; p < depth; p++) {
                    rowsOfB.read(b.memory(), b.at((from + p) * n + j), right[p], width);
                }
                panel(rows, from, depth, width);
            }
            for (int i = 0; i < m; i++) {
                codec.write(rows[i], result.memory(), result.at(i * n + j), width);
            }
        }
    }

    /// Adds to `width` columns of every row the products of `depth` steps of k.
    private void panel(float[][] rows, int from, int depth, int width) {
        int i = 0;
        for (; i + 4 <= m; i += 4) {
            for (int r = 0; r < 4; r++) {
                rowsOfA.read(a.memory(), a.at((i + r) * k + from), left[r], depth);
            }
            int p = 0;
            for (; p + 4 <= depth; p += 4) {
                fourByFour(rows, i, left, right, p, width);
            }
            for (; p < depth; p++) {
                for (int r = 0; r < 4; r++) {
                    oneByOne(rows[i + r], right[p], left[r][p], width);
                }
            }
        }
        for (; i < m; i++) {
            float[] row = left[0];
            rowsOfA.read(a.memory(), a.at(i * k + from), row, depth);
            int p = 0;
            for (; p + 4 <= depth; p += 4) {
                oneByFour(rows[i], right, p, row, width);
            }
            for (; p < depth; p++) {
                oneByOne(rows[i], right[p], row[p], width);
            }
        }
    }

    private static void fourByFour(float[][] rows, int i, float[][] left, float[][] right, int p, int n) {
        float[] l0 = left[0];
        float[] l1 = left[1];
        float[] l2 = left[2];
        float[] l3 = left[3];
        fourByFour(
                rows[i],
                rows[i + 1],
                rows[i + 2],
                rows[i + 3],
                right[p],
                right[p + 1],
                right[p + 2],
                right[p + 3],
                n,
                l0[p],
                l0[p + 1],
                l0[p + 2],
                l0[p + 3],
                l1[p],
                l1[p + 1],
                l1[p + 2],
                l1[p + 3],
                l2[p],
                l2[p + 1],
                l2[p + 2],
                l2[p + 3],
                l3[p],
                l3[p + 1],
                l3[p + 2],
                l3[p + 3]);
    }

    private static void fourByFour(
            float[] c0,
            float[] c1,
            float[] c2,
            float[] c3,
            float[] b0,
            float[] b1,
            float[] b2,
            float[] b3,
            int n,
            float a00,
            float a01,
            float a02,
            float a03,
            float a10,
            float a11,
            float a12,
            float a13,
            float a20,
            float a21,
            float a22,
            float a23,
            float a30,
            float a31,
            float a32,
            float a33) {
        for (int j = 0; j < n; j++) {
            float x0 = b0[j];
            float x1 = b1[j];
            float x2 = b2[j];
            float x3 = b3[j];
            c0[j] = Math.fma(a03, x3, Math.fma(a02, x2, Math.fma(a01, x1, Math.fma(a00, x0, c0[j]))));
            c1[j] = Math.fma(a13, x3, Math.fma(a12, x2, Math.fma(a11, x1, Math.fma(a10, x0, c1[j]))));
            c2[j] = Math.fma(a23, x3, Math.fma(a22, x2, Math.fma(a21, x1, Math.fma(a20, x0, c2[j]))));
            c3[j] = Math.fma(a33, x3, Math.fma(a32, x2, Math.fma(a31, x1, Math.fma(a30, x0, c3[j]))));
        }
    }

    private static void oneByFour(float[] c, float[][] right, int p, float[] row, int n) {
        float[] b0 = right[p];
        float[] b1 = right[p + 1];
        float[] b2 = right[p + 2];
        float[] b3 = right[p + 3];
        float a0 = row[p];
        float a1 = row[p + 1];
        float a2 = row[p + 2];
        float a3 = row[p + 3];
        for (int j = 0; j < n; j++) {
            c[j] = Math.fma(a3, b3[j], Math.fma(a2, b2[j], Math.fma(a1, b1[j], Math.fma(a0, b0[j], c[j]))));
        }
    }

    private static void oneByOne(float[] c, float[] b, float a, int n) {
        for (int j = 0; j < n; j++) {
            c[j] = Math.fma(a, b[j], c[j]);
        }
    }
}
