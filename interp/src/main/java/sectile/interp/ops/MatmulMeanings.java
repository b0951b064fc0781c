package sectile.interp.ops;

import java.util.Arrays;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.interp.value.Data;
import sectile.ir.Semantics;

/// Matrix products. Floats are multiplied and added up as FP32 in the order of K, integers exactly.
final class MatmulMeanings {
    private MatmulMeanings() {}

    static Meaning of(Semantics.Contract contract) {
        return args -> {
            Product product = contract.scaled() ? scaled(args) : product(args);
            return switch (contract.accumulation()) {
                case NOTHING -> {
                    NdArray array = product.as(output(args));
                    yield args.isTile() ? args.made(array, product.valid()) : args.made(array);
                }
                case ACCUMULATOR -> accumulated(args, product);
                case BIAS -> biased(args, product);
            };
        };
    }

    /// The element type of a product that is added to nothing.
    private static DType output(Args args) {
        DType input = args.data("lhs").dtype();
        if (!args.isTile() && args.isGiven("out_dtype")) {
            return args.element("out_dtype");
        }
        return !input.isFloat() ? DType.I32 : args.isTile() ? DType.F32 : input;
    }

    private static Product product(Args args) {
        if (args.isTile()) {
            return product(args, false, false, false);
        }
        boolean wide = args.call().op().findAttribute("out_dtype").isPresent() && output(args) == DType.F64;
        return product(args, args.flag("a_trans"), args.flag("b_trans"), wide);
    }

    /// A product as FP32, or as 64-bit integers or doubles, with its valid part.
    private static final class Product {
        private final NdArray array;
        private final long[] valid;

        Product(NdArray array, long[] valid) {
            this.array = array;
            this.valid = valid;
        }

        NdArray array() {
            return array;
        }

        long[] valid() {
            return valid;
        }

        NdArray as(DType dtype) {
            return array.dtype() == dtype ? array : array.cast(dtype);
        }
    }

    private static Data accumulated(Args args, Product product) {
        Data acc = args.data("acc");
        boolean overwrite = args.takes("init_cond") && args.has("init_cond") && Scalars.isTrue(args.value("init_cond"));
        NdArray sum = overwrite
                ? product.as(acc.dtype())
                : BinaryFunction.ADD.apply(
                        acc.dtype() == DType.F16 || acc.dtype() == DType.BF16
                                ? acc.array().cast(DType.F32)
                                : acc.array(),
                        product.as(acc.dtype() == DType.F16 || acc.dtype() == DType.BF16 ? DType.F32 : acc.dtype()),
                        acc.shape());
        acc.array().assign(sum);
        args.core().wrote(acc);
        return acc;
    }

    private static Data biased(Args args, Product product) {
        DType out = args.data("lhs").dtype().isFloat() ? DType.F32 : DType.I32;
        NdArray bias = args.array("bias").cast(out);
        return args.made(
                BinaryFunction.ADD.apply(product.as(out), bias, product.array().shape()), product.valid());
    }

    private static Product product(Args args, boolean aTrans, boolean bTrans, boolean wide) {
        Data lhs = args.data("lhs");
        Data rhs = args.data("rhs");
        NdArray a = aTrans ? swapped(lhs.array()) : lhs.array();
        NdArray b = bTrans ? swapped(rhs.array()) : rhs.array();
        int rankA = a.shape().rank();
        int rankB = b.shape().rank();
        long m = a.shape().dim(rankA - 2);
        long n = b.shape().dim(rankB - 1);
        long validM = lhs.valid(rankA - (aTrans ? 1 : 2));
        long validN = rhs.valid(rankB - (bTrans ? 2 : 1));
        long k = Math.min(lhs.valid(rankA - (aTrans ? 2 : 1)), rhs.valid(rankB - (bTrans ? 1 : 2)));
        if (a.shape().dim(rankA - 1) != b.shape().dim(rankB - 2)) {
            throw args.error("EXEC-104", "the inner extents of " + a.shape() + " and " + b.shape() + " differ", "");
        }
        Shape batch = ElementwiseMeanings.broadcast(args, leading(a.shape()), leading(b.shape()));
        Shape shape = with(batch, m, n);
        NdArray x = a.broadcastTo(with(batch, m, a.shape().dim(rankA - 1)));
        NdArray y = b.broadcastTo(with(batch, b.shape().dim(rankB - 2), n));
        long[] valid = shape.toArray();
        valid[valid.length - 2] = validM;
        valid[valid.length - 1] = validN;
        int wholeK = (int) a.shape().dim(rankA - 1);
        return new Product(multiply(x, y, shape, batch.elements(), (int) m, (int) k, wholeK, (int) n, wide), valid);
    }

    private static NdArray multiply(
            NdArray x, NdArray y, Shape shape, long batches, int m, int k, int wholeK, int n, boolean wide) {
        int count = Numbers.count(shape);
        if (!x.dtype().isFloat()) {
            return Numbers.of(DType.I64, shape, wholes(x.toLongs(), y.toLongs(), count, batches, m, k, wholeK, n));
        }
        if (x.dtype() == DType.F64 || wide) {
            return Numbers.of(DType.F64, shape, doubles(x.toDoubles(), y.toDoubles(), count, batches, m, k, wholeK, n));
        }
        return Numbers.of(
                DType.F32, shape, floats(Numbers.floats(x), Numbers.floats(y), count, batches, m, k, wholeK, n));
    }

    /// The innermost loop runs along rows of y and out, which the JVM turns into vector code.
    private static float[] floats(float[] x, float[] y, int count, long batches, int m, int k, int wholeK, int n) {
        float[] out = new float[count];
        for (int b = 0; b < batches; b++) {
            for (int i = 0; i < m; i++) {
                int row = (b * m + i) * n;
                for (int l = 0; l < k; l++) {
                    float factor = x[(b * m + i) * wholeK + l];
                    int other = (b * wholeK + l) * n;
                    for (int j = 0; j < n; j++) {
                        out[row + j] += factor * y[other + j];
                    }
                }
            }
        }
        return out;
    }

    private static double[] doubles(double[] x, double[] y, int count, long batches, int m, int k, int wholeK, int n) {
        double[] out = new double[count];
        for (int b = 0; b < batches; b++) {
            for (int i = 0; i < m; i++) {
                for (int l = 0; l < k; l++) {
                    double factor = x[(b * m + i) * wholeK + l];
                    for (int j = 0; j < n; j++) {
                        out[(b * m + i) * n + j] += factor * y[(b * wholeK + l) * n + j];
                    }
                }
            }
        }
        return out;
    }

    private static long[] wholes(long[] x, long[] y, int count, long batches, int m, int k, int wholeK, int n) {
        long[] out = new long[count];
        for (int b = 0; b < batches; b++) {
            for (int i = 0; i < m; i++) {
                for (int l = 0; l < k; l++) {
                    long factor = x[(b * m + i) * wholeK + l];
                    for (int j = 0; j < n; j++) {
                        out[(b * m + i) * n + j] += factor * y[(b * wholeK + l) * n + j];
                    }
                }
            }
        }
        return out;
    }

    /// Every 32 elements along K share a scale, a power of two.
    private static Product scaled(Args args) {
        Data lhs = args.data("lhs");
        Data rhs = args.data("rhs");
        float[] x = lhs.array().toFloats();
        float[] y = rhs.array().toFloats();
        float[] left = args.array("lscale").toFloats();
        float[] right = args.array("rscale").toFloats();
        int m = (int) lhs.shape().dim(0);
        int k = (int) lhs.shape().dim(1);
        int n = (int) rhs.shape().dim(1);
        int groups = (int) args.data("lscale").shape().dim(1);
        for (int i = 0; i < m; i++) {
            for (int l = 0; l < k; l++) {
                x[i * k + l] *= left[i * groups + l / 32];
            }
        }
        for (int l = 0; l < k; l++) {
            for (int j = 0; j < n; j++) {
                y[l * n + j] *= right[l / 32 * n + j];
            }
        }
        long[] valid = {lhs.valid(0), rhs.valid(1)};
        int used = (int) Math.min(lhs.valid(1), rhs.valid(0));
        return new Product(Numbers.of(DType.F32, Shape.of(m, n), floats(x, y, m * n, 1, m, used, k, n)), valid);
    }

    private static NdArray swapped(NdArray array) {
        return TransformMeanings.swapped(
                array, array.shape().rank() - 2, array.shape().rank() - 1);
    }

    private static Shape leading(Shape shape) {
        return Shape.of(Arrays.copyOf(shape.toArray(), shape.rank() - 2));
    }

    private static Shape with(Shape batch, long rows, long columns) {
        long[] dims = Arrays.copyOf(batch.toArray(), batch.rank() + 2);
        dims[dims.length - 2] = rows;
        dims[dims.length - 1] = columns;
        return Shape.of(dims);
    }
}
