package sectile.interp.ops;

import java.util.SplittableRandom;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.interp.Run;

/// The inputs of the op cases, as doubles for the references.
final class OpInputs {
    static final int ROWS = 4;
    static final int COLUMNS = 8;

    /// Parameters of every program.
    static final String PARAMETERS = "a: pl.InOut[pl.Tensor[[4, 8], pl.FP32]], b: pl.Tensor[[4, 8], pl.FP32], "
            + "c: pl.Tensor[[8, 4], pl.FP32], p: pl.Tensor[[4, 8], pl.FP32], v: pl.Tensor[[4, 1], pl.FP32], "
            + "w: pl.Tensor[[1, 8], pl.FP32], s: pl.Tensor[[4, 8], pl.INT16], u: pl.Tensor[[4, 8], pl.INT16], "
            + "i: pl.Tensor[[4, 8], pl.INT32], n: pl.Tensor[[4, 8], pl.INT32], rows: pl.Tensor[[1, 2], pl.INT32], "
            + "ones: pl.Tensor[[1, 2], pl.INT32]";

    /// A tile of every one of them.
    static final String LOADS = """
        t_a = pl.load(a, [0, 0], [4, 8])
        t_b = pl.load(b, [0, 0], [4, 8])
        t_c = pl.load(c, [0, 0], [8, 4])
        t_p = pl.load(p, [0, 0], [4, 8])
        t_v = pl.load(v, [0, 0], [4, 1])
        t_w = pl.load(w, [0, 0], [1, 8])
        t_s = pl.load(s, [0, 0], [4, 8])
        t_u = pl.load(u, [0, 0], [4, 8])
        t_i = pl.load(i, [0, 0], [4, 8])
        t_n = pl.load(n, [0, 0], [4, 8])
        t_rows = pl.load(rows, [0, 0], [1, 2])
        """;

    final double[] a = new double[32];
    final double[] b = new double[32];
    final double[] c = new double[32];
    /// Positive.
    final double[] p = new double[32];
    final double[] v = new double[4];
    final double[] w = new double[8];
    final double[] s = new double[32];
    /// From 0 to 7.
    final double[] u = new double[32];
    final double[] i = new double[32];

    OpInputs(long seed) {
        var random = new SplittableRandom(seed);
        for (int k = 0; k < 32; k++) {
            a[k] = (float) (random.nextDouble() * 4 - 2);
            b[k] = (float) (random.nextDouble() * 4 - 2);
            c[k] = (float) (random.nextDouble() * 4 - 2);
            p[k] = (float) (random.nextDouble() + 0.5);
            s[k] = random.nextInt(2000) - 1000;
            u[k] = random.nextInt(8);
            i[k] = random.nextInt(8);
        }
        for (int k = 0; k < 8; k++) {
            v[k / 2] = (float) (random.nextDouble() + 0.5);
            w[k] = (float) (random.nextDouble() + 0.5);
        }
    }

    Run run() {
        Shape matrix = Shape.of(ROWS, COLUMNS);
        double[] downwards = new double[32];
        for (int k = 0; k < 32; k++) {
            downwards[k] = 31 - k;
        }
        return Run.of("k")
                .with("a", NdArray.of(DType.F32, matrix, a))
                .with("b", NdArray.of(DType.F32, matrix, b))
                .with("c", NdArray.of(DType.F32, Shape.of(8, 4), c))
                .with("p", NdArray.of(DType.F32, matrix, p))
                .with("v", NdArray.of(DType.F32, Shape.of(4, 1), v))
                .with("w", NdArray.of(DType.F32, Shape.of(1, 8), w))
                .with("s", NdArray.of(DType.I16, matrix, s))
                .with("u", NdArray.of(DType.I16, matrix, u))
                .with("i", NdArray.of(DType.I32, matrix, i))
                .with("n", NdArray.of(DType.I32, matrix, downwards))
                .with("rows", NdArray.of(DType.I32, Shape.of(1, 2), 3, 1))
                .with("ones", NdArray.of(DType.I32, Shape.of(1, 2), 1, 1));
    }

    static double[] narrowed(double[] values) {
        return NdArray.of(DType.F32, Shape.of(values.length), values)
                .cast(DType.F8E4M3)
                .toDoubles();
    }
}
