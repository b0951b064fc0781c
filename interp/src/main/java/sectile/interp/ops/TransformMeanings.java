package sectile.interp.ops;

import java.util.stream.IntStream;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.interp.value.Data;
import sectile.ir.PadValue;

/// Other shapes of the same elements, and padding.
final class TransformMeanings {
    private TransformMeanings() {}

    static void into(Book all) {
        for (String tier : new String[] {"tensor", "tile"}) {
            all.precise(tier + ".reshape", args -> reshape(args, "input"));
            all.precise(tier + ".reinterpret_view", TransformMeanings::reinterpret);
            all.put(tier + ".transpose", args -> {
                Data input = args.data("input");
                int a = axis(args.integer("axis1"), input.rank());
                int b = axis(args.integer("axis2"), input.rank());
                long[] valid = input.valid();
                valid[a] = input.valid(b);
                valid[b] = input.valid(a);
                NdArray swapped = swapped(input.array(), a, b).copy();
                return args.made(swapped, !args.isTile() && args.has("valid_shape") ? args.list("valid_shape") : valid);
            });
            all.put(tier + ".concat", TransformMeanings::concat);
            all.precise(
                    tier + ".set_validshape",
                    args -> args.data(tier).withValid(new long[] {args.integer("rows"), args.integer("cols")}));
            all.put(
                    tier + ".fillpad",
                    args -> padded(args, args.data(tier), args.data(tier).shape()));
            all.put(
                    tier + ".fillpad_expand",
                    args -> padded(args, args.data(tier), CreationMeanings.shape(args, "shape")));
        }
        all.put("tile.fillpad_inplace", args -> {
            Data tile = args.data("tile");
            tile.array().assign(padded(args, tile, tile.shape()).array());
            return tile.withValid(tile.shape().toArray());
        });
        all.precise("tensor.view", args -> reshape(args, "input"));
        all.put("tile.transpose_view", args -> {
            Data tile = args.data("tile");
            return tile.view(array -> array.transpose(1, 0), new long[] {tile.valid(1), tile.valid(0)});
        });
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

    private static Data reshape(Args args, String operand) {
        Data input = args.data(operand);
        Shape shape = CreationMeanings.shape(args, "shape");
        if (shape.elements() != input.shape().elements()) {
            throw args.error("EXEC-104", input.shape() + " cannot become " + shape, "the number of elements must stay");
        }
        long[] valid = args.has("valid_shape")
                ? args.list("valid_shape")
                : input.shape().equals(shape) ? input.valid() : shape.toArray();
        return input.view(array -> Parts.reshaped(array, shape), valid);
    }

    private static Data reinterpret(Args args) {
        Data data = args.data("data");
        Shape shape = CreationMeanings.shape(args, "shape");
        DType dtype = args.element("dtype");
        return data.view(array -> {
            NdArray flat = Parts.reshaped(array, Shape.of(array.elements()));
            try {
                return flat.reinterpret(dtype).reshape(shape);
            } catch (IllegalArgumentException e) {
                throw args.error("EXEC-104", e.getMessage() == null ? "no such view" : e.getMessage(), "");
            }
        });
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
