package sectile.interp.ops;

import java.util.Arrays;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.interp.value.Data;
import sectile.ir.expr.Semantics;
import sectile.ir.symbol.AtomicType;

/// Between global memory and tiles, and between the memories of a core.
final class MovementMeanings {
    private MovementMeanings() {}

    static Meaning of(Semantics.Move move) {
        return switch (move) {
            case LOAD -> Meaning.reporting(MovementMeanings::load);
            case STORE -> Meaning.reporting(MovementMeanings::store);
            case RELOCATE ->
                args -> {
                    Data tile = args.data("tile");
                    return args.made(tile.array().copy(), tile.valid());
                };
            case EXTRACT ->
                args -> {
                    long[] offsets = {args.integer("row"), args.integer("col")};
                    return args.made(Parts.block(args, args.array("src"), offsets, args.list("shape"))
                            .copy());
                };
            case ASSEMBLE -> Meaning.reporting(MovementMeanings::assemble);
            case COPY_REGION -> Meaning.reporting(MovementMeanings::copyRegion);
        };
    }

    private static Data load(Args args) {
        Data tensor = args.data("tensor");
        long[] offsets = args.list("offsets");
        long[] shape = args.list("shapes");
        long[] valid = args.has("valid_shape") ? args.list("valid_shape") : shape;
        if (args.flag("clamp")) {
            valid = Parts.clamped(tensor.array(), offsets, valid);
        }
        return loaded(args, tensor, offsets, shape, valid);
    }

    private static Data assemble(Args args) {
        Data target = args.data("target");
        Data source = args.data("source");
        NdArray values = Parts.valid(source);
        args.core().reads(source, values);
        long[] extents = Parts.widened(args, values.shape().toArray(), target.rank());
        NdArray part = Parts.block(args, target.array(), args.list("offset"), extents);
        AtomicType atomic = args.isTile() ? AtomicType.NONE : args.symbol("atomic", AtomicType.class);
        Parts.write(args, target, part, Parts.reshaped(values, Shape.of(extents)), atomic);
        return target;
    }

    /// A tile with the valid part of a region in it.
    static Data loaded(Args args, Data from, long[] offsets, long[] extents, long[] valid) {
        Shape shape = CreationMeanings.shape(args, extents);
        long[] kept = new long[valid.length];
        for (int i = 0; i < kept.length; i++) {
            kept[i] = Math.min(valid[i], extents[i]);
        }
        NdArray part = Parts.block(args, from.array(), offsets, kept);
        args.core().willRead(from, part);
        boolean all = Arrays.equals(kept, extents);
        NdArray tile = all ? part.copy() : NdArray.zeros(from.dtype(), shape);
        if (!all) {
            tile.slice(Parts.zeros(kept.length), Shape.of(kept)).assign(part);
        }
        args.core().fetches(from, part, tile);
        return args.made(tile, kept);
    }

    private static Data store(Args args) {
        Data tile = args.data("tile");
        Data out = args.data("out_tensor");
        NdArray source = Parts.valid(tile);
        long[] extents;
        if (args.has("shapes")) {
            extents = args.list("shapes");
            Shape wanted = CreationMeanings.shape(args, extents);
            source = source.elements() == wanted.elements()
                    ? Parts.reshaped(source, wanted)
                    : Parts.block(
                            args,
                            Parts.reshaped(
                                    tile.array(),
                                    Shape.of(Parts.widened(args, tile.shape().toArray(), out.rank()))),
                            Parts.zeros(out.rank()),
                            extents);
        } else {
            extents = Parts.widened(args, source.shape().toArray(), out.rank());
            source = Parts.reshaped(source, Shape.of(extents));
        }
        NdArray part = Parts.block(args, out.array(), args.list("offsets"), extents);
        Parts.write(args, out, part, source, args.symbol("atomic", AtomicType.class));
        return out;
    }

    private static Data copyRegion(Args args) {
        Data acc = args.data("acc");
        Data source = args.data("src");
        long[] extents = args.has("valid_shape") ? args.list("valid_shape") : args.list("shapes");
        NdArray from = Parts.block(args, source.array(), args.list("src_offset"), extents);
        args.core().reads(source, from);
        if (args.flag("transpose")) {
            from = TransformMeanings.swapped(
                    from, from.shape().rank() - 2, from.shape().rank() - 1);
        }
        long[] wide = Parts.widened(args, from.shape().toArray(), acc.rank());
        NdArray to = Parts.block(args, acc.array(), args.list("dst_offset"), wide);
        args.core().writes(acc, to, false);
        to.assign(Parts.reshaped(from, Shape.of(wide)));
        args.core().wrote(acc);
        return acc;
    }
}
