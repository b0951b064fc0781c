package sectile.interp.ops;

import java.util.Arrays;
import java.util.function.Function;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.number.ArrayMath;
import sectile.base.number.Rounding;
import sectile.base.number.TileTypes;
import sectile.interp.problem.ExecCode;
import sectile.interp.value.Data;
import sectile.ir.expr.Semantics;

/// Matrix products: the accumulator's type and order are those of `sectile.base.number`; its value is rounded once to
/// the type of the result.
final class MatmulMeanings {
    private MatmulMeanings() {}

    static Meaning of(Semantics.Contract contract) {
        return args -> {
            Product product = contract.scaled() ? scaled(args) : product(args);
            return switch (contract.accumulation()) {
                case NOTHING -> {
                    NdArray array = product.fromZero(output(args));
                    yield args.isTile() ? args.made(array, product.valid()) : args.made(array);
                }
                case ACCUMULATOR -> accumulated(args, product);
                case BIAS -> args.made(product.from(args.array("bias"), output(args)), product.valid());
            };
        };
    }

    /// The element type of a product that is not added to an accumulator.
    private static DType output(Args args) {
        DType input = args.data("lhs").dtype();
        if (!args.isTile() && args.isGiven("out_dtype")) {
            return args.element("out_dtype");
        }
        return !input.isFloat() ? TileTypes.integerProduct(input) : args.isTile() ? DType.F32 : input;
    }

    private static Product product(Args args) {
        return args.isTile() ? product(args, false, false) : product(args, args.flag("a_trans"), args.flag("b_trans"));
    }

    /// The operands of a product, equal in their leading axes, and the shape and valid part of the result.
    private static final class Product {
        private final NdArray a;
        private final NdArray b;
        private final Shape shape;
        private final long[] valid;

        Product(NdArray a, NdArray b, Shape shape, long[] valid) {
            this.a = a;
            this.b = b;
            this.shape = shape;
            this.valid = valid;
        }

        long[] valid() {
            return valid;
        }

        NdArray fromZero(DType out) {
            return from(NdArray.zeros(accumulator(), shape), out);
        }

        /// The product added to values that start its accumulators.
        NdArray from(NdArray start, DType out) {
            NdArray initial = as(start.broadcastTo(shape), accumulator());
            return as(ArrayMath.dot(a, b, initial), out);
        }

        private DType accumulator() {
            return TileTypes.accumulator(a.dtype());
        }

        private static NdArray as(NdArray array, DType dtype) {
            return ArrayMath.cast(array, dtype, Rounding.NEAREST_EVEN);
        }
    }

    private static Data accumulated(Args args, Product product) {
        Data acc = args.data("acc");
        boolean overwrite = args.takes("init_cond") && args.has("init_cond") && Scalars.isTrue(args.value("init_cond"));
        acc.array().assign(overwrite ? product.fromZero(acc.dtype()) : product.from(acc.array(), acc.dtype()));
        args.core().wrote(acc);
        return acc;
    }

    private static Product product(Args args, boolean aTrans, boolean bTrans) {
        Data lhs = args.data("lhs");
        Data rhs = args.data("rhs");
        NdArray a = aTrans ? swapped(lhs.array()) : lhs.array();
        NdArray b = bTrans ? swapped(rhs.array()) : rhs.array();
        int rankA = a.shape().rank();
        int rankB = b.shape().rank();
        if (a.shape().dim(rankA - 1) != b.shape().dim(rankB - 2)) {
            throw args.error(
                    ExecCode.SHAPES_DIFFER, "the inner extents of " + a.shape() + " and " + b.shape() + " differ", "");
        }
        long k = Math.min(lhs.valid(rankA - (aTrans ? 2 : 1)), rhs.valid(rankB - (bTrans ? 1 : 2)));
        Shape batch = ElementwiseMeanings.broadcast(args, leading(a.shape()), leading(b.shape()));
        long m = a.shape().dim(rankA - 2);
        long n = b.shape().dim(rankB - 1);
        Shape shape = with(batch, m, n);
        long[] valid = shape.toArray();
        valid[valid.length - 2] = lhs.valid(rankA - (aTrans ? 1 : 2));
        valid[valid.length - 1] = rhs.valid(rankB - (bTrans ? 2 : 1));
        return new Product(
                a.slice(rankA - 1, 0, k).broadcastTo(with(batch, m, k)),
                b.slice(rankB - 2, 0, k).broadcastTo(with(batch, k, n)),
                shape,
                valid);
    }

    /// Every 32 elements along K share a scale, a power of two.
    private static Product scaled(Args args) {
        Data lhs = args.data("lhs");
        Data rhs = args.data("rhs");
        long k = Math.min(lhs.valid(1), rhs.valid(0));
        NdArray x = scaled(lhs.array(), args.array("lscale"), at -> new long[] {at[0], at[1] / 32});
        NdArray y = scaled(rhs.array(), args.array("rscale"), at -> new long[] {at[0] / 32, at[1]});
        Shape shape = Shape.of(lhs.shape().dim(0), rhs.shape().dim(1));
        return new Product(x.slice(1, 0, k), y.slice(0, 0, k), shape, new long[] {lhs.valid(0), rhs.valid(1)});
    }

    private static NdArray scaled(NdArray values, NdArray scales, Function<long[], long[]> scaleOf) {
        float[] scaled = values.toFloats();
        for (int i = 0; i < scaled.length; i++) {
            scaled[i] *= (float) scales.getDouble(scaleOf.apply(values.shape().unflatten(i)));
        }
        return NdArray.of(scaled, values.shape());
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
