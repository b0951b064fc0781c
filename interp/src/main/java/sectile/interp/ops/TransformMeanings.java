package sectile.interp.ops;

import java.util.stream.IntStream;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.interp.value.Data;
import sectile.ir.expr.Semantics;
import sectile.ir.symbol.PadValue;

/// Elements in another arrangement, and padding.
final class TransformMeanings {
    private TransformMeanings() {}

    static Meaning of(Semantics.Rearrange rearrange) {
        return switch (rearrange) {
            case TRANSPOSE -> TransformMeanings::transpose;
            case CONCATENATE -> TransformMeanings::concat;
            case PAD -> args -> padded(args, args.data(0), args.data(0).shape());
            case PAD_TO_SHAPE -> args -> padded(args, args.data(0), CreationMeanings.shape(args, "shape"));
            case PAD_IN_PLACE ->
                args -> {
                    Data data = args.data(0);
                    data.array().assign(padded(args, data, data.shape()).array());
                    return data.withValid(data.shape().toArray());
                };
        };
    }

    private static Data transpose(Args args) {
        Data input = args.data("input");
        int a = axis(args.integer("axis1"), input.rank());
        int b = axis(args.integer("axis2"), input.rank());
        long[] valid = input.valid();
        valid[a] = input.valid(b);
        valid[b] = input.valid(a);
        NdArray swapped = swapped(input.array(), a, b).copy();
        boolean given = args.takes("valid_shape") && args.has("valid_shape");
        return args.made(swapped, given ? args.list("valid_shape") : valid);
    }

    static int axis(long axis, int rank) {
        return (int) (axis < 0 ? axis + rank : axis);
    }

    static NdArray swapped(NdArray array, int a, int b) {
        int[] axes = IntStream.range(0, array.shape().rank()).toArray();
        axes[a] = b;
        axes[b] = a;
        return array.transpose(axes);
    }

    private static Data concat(Args args) {
        Data a = args.data("src0");
        Data b = args.data("src1");
        int last = a.rank() - 1;
        long left = a.shape().dim(last);
        long[] dims = a.shape().toArray();
        dims[last] = left + b.shape().dim(last);
        NdArray out = NdArray.zeros(a.dtype(), Shape.of(dims));
        out.slice(last, 0, left).assign(a.array());
        out.slice(last, left, dims[last]).assign(b.array());
        long[] valid = a.valid();
        // A gap in the middle cannot be said; the whole is valid up to the end of the right part.
        valid[last] = left + b.valid(last);
        return args.made(out, valid);
    }

    private static Data padded(Args args, Data data, Shape shape) {
        NdArray out = NdArray.zeros(data.dtype(), shape);
        long pad = padding(data.dtype(), args.symbol("pad_value", PadValue.class));
        NdArray one = NdArray.zeros(data.dtype(), Shape.scalar());
        one.setBitsAt(0, pad);
        out.assign(one);
        NdArray valid = Parts.valid(data);
        out.slice(Parts.zeros(data.rank()), valid.shape()).assign(valid);
        return args.made(out);
    }

    /// The bits of a pad value: zero, or the end of the type's range.
    static long padding(DType dtype, PadValue value) {
        return switch (value) {
            case NULL, ZERO -> 0;
            case MAX -> extreme(dtype, true);
            case MIN -> extreme(dtype, false);
        };
    }

    private static long extreme(DType dtype, boolean greatest) {
        if (dtype.isFloat()) {
            double infinity = greatest ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
            return sectile.base.array.Codec.ofDouble(dtype, infinity);
        }
        if (dtype == DType.BOOL) {
            return greatest ? 1 : 0;
        }
        long all = dtype.bits() == 64 ? -1 : (1L << dtype.bits()) - 1;
        long sign = 1L << (dtype.bits() - 1);
        return dtype.isSigned() ? (greatest ? all & ~sign : sign) : greatest ? all : 0;
    }
}
