package sectile.interp.ops;

import java.util.Arrays;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.interp.problem.ExecCode;
import sectile.interp.value.Data;
import sectile.ir.expr.Semantics;
import sectile.ir.symbol.PadValue;

/// The memory of an operand, seen in another way.
final class ViewMeanings {
    private ViewMeanings() {}

    static Meaning of(Semantics.View view) {
        return switch (view) {
            case RESHAPE -> Meaning.reporting(ViewMeanings::reshape);
            case REINTERPRET -> Meaning.reporting(ViewMeanings::reinterpret);
            case VALID_PART ->
                Meaning.reporting(
                        args -> args.data(0).withValid(new long[] {args.integer("rows"), args.integer("cols")}));
            case TRANSPOSE ->
                args -> {
                    Data tile = args.data(0);
                    int rank = tile.rank();
                    int[] axes = new int[rank];
                    long[] valid = tile.valid().clone();
                    Arrays.setAll(axes, i -> i);
                    axes[rank - 2] = rank - 1;
                    axes[rank - 1] = rank - 2;
                    valid[rank - 2] = tile.valid(rank - 1);
                    valid[rank - 1] = tile.valid(rank - 2);
                    return tile.view(array -> array.transpose(axes), valid);
                };
            case SLICE -> Meaning.reporting(ViewMeanings::slice);
            case SAME -> args -> args.data(0);
        };
    }

    private static Data reshape(Args args) {
        Data input = args.data(0);
        Shape shape = CreationMeanings.shape(args, "shape");
        if (shape.elements() != input.shape().elements()) {
            throw args.error(
                    ExecCode.SHAPES_DIFFER,
                    input.shape() + " cannot become " + shape,
                    "the number of elements must stay");
        }
        if (input.peers() != null && !input.array().isContiguous()) {
            throw args.error(ExecCode.SHAPES_DIFFER, "a window that is not contiguous cannot be reshaped", "");
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
                throw args.error(ExecCode.SHAPES_DIFFER, e.getMessage() == null ? "no such view" : e.getMessage(), "");
            }
        });
    }

    private static Data slice(Args args) {
        Data input = args.data("input");
        long[] extents = args.list("shape");
        long[] offset = args.list("offset");
        long[] valid = args.has("valid_shape") ? args.list("valid_shape") : extents.clone();
        boolean clamp = !args.isTile() && args.flag("clamp");
        if (clamp) {
            valid = Parts.clamped(input.array(), offset, valid);
        }
        for (int i = 0; i < extents.length; i++) {
            if (!args.has("valid_shape")) {
                valid[i] = Math.min(valid[i], Math.max(0, input.valid(i) - offset[i]));
            }
        }
        var dropped = new TreeSet<Integer>();
        if (args.has("drop_dims")) {
            for (long axis : args.list("drop_dims")) {
                dropped.add(TransformMeanings.axis(axis, input.rank()));
            }
        }
        boolean inside = true;
        for (int i = 0; i < extents.length; i++) {
            inside &= offset[i] + extents[i] <= input.shape().dim(i);
        }
        if (!inside) {
            return copied(args, input, offset, extents, valid, dropped);
        }
        Parts.block(args, input.array(), offset, extents);
        Shape block = Shape.of(extents);
        return input.view(array -> dropped(array.slice(offset, block), dropped), dropped(valid, dropped));
    }

    /// A region that reaches over the edge is a copy, filled with the pad value.
    private static Data copied(
            Args args, Data input, long[] offset, long[] extents, long[] valid, NavigableSet<Integer> dropped) {
        NdArray part = Parts.block(args, input.array(), offset, valid);
        args.core().reads(input, part);
        NdArray out = NdArray.zeros(input.dtype(), CreationMeanings.shape(args, extents));
        NdArray pad = NdArray.zeros(input.dtype(), Shape.scalar());
        pad.setBitsAt(0, TransformMeanings.padding(input.dtype(), args.symbol("pad_value", PadValue.class)));
        out.assign(pad);
        out.slice(Parts.zeros(valid.length), Shape.of(valid)).assign(part);
        return args.made(dropped(out, dropped), dropped(valid, dropped));
    }

    private static NdArray dropped(NdArray array, NavigableSet<Integer> axes) {
        NdArray rest = array;
        for (int axis : axes.descendingSet()) {
            rest = rest.select(axis, 0);
        }
        return rest;
    }

    private static long[] dropped(long[] extents, NavigableSet<Integer> axes) {
        return IntStream.range(0, extents.length)
                .filter(i -> !axes.contains(i))
                .mapToLong(i -> extents[i])
                .toArray();
    }
}
