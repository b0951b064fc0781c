package sectile.interp.ops;

import java.util.Arrays;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.interp.value.Data;
import sectile.ir.AtomicType;

/// Between global memory and tiles, and between the memories of a core.
final class MovementMeanings {
    private MovementMeanings() {}

    static void into(Book all) {
        all.precise("tile.load", args -> {
            Data tensor = args.data("tensor");
            long[] offsets = args.list("offsets");
            long[] shape = args.list("shapes");
            long[] valid = args.has("valid_shape") ? args.list("valid_shape") : shape;
            if (args.flag("clamp")) {
                valid = Parts.clamped(tensor.array(), offsets, valid);
            }
            return loaded(args, tensor, offsets, shape, valid);
        });
        all.precise("tile.store", MovementMeanings::store);
        all.put("tile.move", args -> {
            Data tile = args.data("tile");
            return args.made(tile.array().copy(), tile.valid());
        });
        all.precise("tile.mgather", MovementMeanings::gather);
        all.precise("tile.mscatter", MovementMeanings::scatter);
    }

    /// A tile with the valid part of a region in it.
    static Data loaded(Args args, Data from, long[] offsets, long[] extents, long[] valid) {
        Shape shape = CreationMeanings.shape(args, extents);
        long[] kept = new long[valid.length];
        for (int i = 0; i < kept.length; i++) {
            kept[i] = Math.min(valid[i], extents[i]);
        }
        NdArray part = Parts.block(args, from.array(), offsets, kept);
        args.core().reads(from, part);
        if (Arrays.equals(kept, extents)) {
            return args.made(part.copy());
        }
        NdArray tile = NdArray.zeros(from.dtype(), shape);
        tile.slice(Parts.zeros(kept.length), Shape.of(kept)).assign(part);
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

    private static Data gather(Args args) {
        Data memory = args.data("mem");
        args.core().reads(memory, memory.array());
        boolean rows = args.flag("coalesce");
        long[] indices = args.array("idx").toLongs();
        Shape shape = memory.shape();
        long rowLength = rows ? shape.dim(shape.rank() - 1) : 1;
        long limit = shape.elements() / Math.max(1, rowLength);
        long[] dims = rows
                ? new long[] {indices.length, rowLength}
                : args.data("idx").shape().toArray();
        NdArray out = NdArray.zeros(memory.dtype(), Shape.of(dims));
        for (int i = 0; i < indices.length; i++) {
            long from = indices[i];
            if (from < 0 || from >= limit) {
                switch ((int) args.number("gather_oob")) {
                    case 1 -> from = Math.clamp(from, 0, limit - 1);
                    case 2 -> from = Math.floorMod(from, limit);
                    case 3 -> {
                        continue;
                    }
                    default ->
                        throw args.error(
                                "EXEC-101",
                                "index " + from + " is outside the " + limit + (rows ? " rows" : " elements"),
                                "gather_oob says what an index outside gives");
                }
            }
            for (long j = 0; j < rowLength; j++) {
                out.setBitsAt(i * rowLength + j, memory.array().bitsAt(from * rowLength + j));
            }
        }
        return args.has("valid_shape") ? args.made(out, args.list("valid_shape")) : args.made(out);
    }

    private static Data scatter(Args args) {
        Data out = args.data("out_tensor");
        Data source = args.data("src");
        args.core().writes(out, out.array(), false);
        Indices.each(Shape.of(source.valid()), index -> {
            long to = args.array("idx").getLong(index);
            if (to < 0 || to >= out.shape().elements()) {
                throw args.error("EXEC-101", "index " + to + " is outside " + out.shape(), "");
            }
            out.array().setBitsAt(to, source.array().bitsAt(Indices.flat(index, source.shape())));
        });
        args.core().wrote(out);
        return out;
    }
}
