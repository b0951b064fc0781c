package sectile.interp.ops;

import java.util.Arrays;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.interp.value.Data;
import sectile.ir.AtomicType;
import sectile.ir.PadValue;

/// Elements and regions by position.
final class IndexingMeanings {
    private IndexingMeanings() {}

    static void into(Book all) {
        for (String tier : new String[] {"tensor", "tile"}) {
            all.precise(tier + ".read", args -> {
                Data data = args.data(tier);
                NdArray cell = cell(args, data, args.list("indices"));
                args.core().reads(data, cell);
                return Scalars.ofBits(data.dtype(), cell.bitsAt(0));
            });
            all.precise(tier + ".write", args -> {
                Data data = args.data(tier);
                NdArray cell = cell(args, data, args.list("indices"));
                args.core().writes(data, cell, false);
                cell.setBitsAt(0, Scalars.toBits(data.dtype(), args.value("value")));
                args.core().wrote(data);
                return data;
            });
            all.precise(tier + ".slice", IndexingMeanings::slice);
            all.precise(tier + ".assemble", args -> {
                Data target = args.data("target");
                Data source = args.data("source");
                NdArray values = Parts.valid(source);
                args.core().reads(source, values);
                long[] extents = Parts.widened(args, values.shape().toArray(), target.rank());
                NdArray part = Parts.block(args, target.array(), args.list("offset"), extents);
                AtomicType atomic = args.isTile() ? AtomicType.NONE : args.symbol("atomic", AtomicType.class);
                Parts.write(args, target, part, Parts.reshaped(values, Shape.of(extents)), atomic);
                return target;
            });
        }
        all.precise("tensor.dim", args -> {
            Data tensor = args.data("tensor");
            return tensor.shape().dim(TransformMeanings.axis(args.integer("axis"), tensor.rank()));
        });
        all.put("tile.extract", args -> {
            long[] offsets = {args.integer("row"), args.integer("col")};
            return args.made(Parts.block(args, args.array("src"), offsets, args.list("shape"))
                    .copy());
        });
    }

    /// One element as an array of one; an index per dimension, or a flat one.
    private static NdArray cell(Args args, Data data, long[] indices) {
        Shape shape = data.shape();
        long[] at = indices;
        if (indices.length == 1 && shape.rank() != 1) {
            at = new long[shape.rank()];
            long rest = indices[0];
            for (int i = at.length - 1; i > 0; i--) {
                at[i] = Math.floorMod(rest, Math.max(1, shape.dim(i)));
                rest = Math.floorDiv(rest, Math.max(1, shape.dim(i)));
            }
            if (at.length > 0) {
                at[0] = rest;
            }
        }
        long[] ones = new long[at.length];
        Arrays.fill(ones, 1);
        return Parts.block(args, data.array(), at, ones);
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
