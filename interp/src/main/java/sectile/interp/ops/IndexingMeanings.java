package sectile.interp.ops;

import java.util.Arrays;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.interp.value.Data;
import sectile.ir.expr.Semantics;

/// Elements by position.
final class IndexingMeanings {
    private IndexingMeanings() {}

    static Meaning of(Semantics.Element element) {
        return switch (element) {
            case READ ->
                Meaning.reporting(args -> {
                    Data data = args.data(0);
                    NdArray cell = cell(args, data, args.list("indices"));
                    args.core().reads(data, cell);
                    return Scalars.ofBits(data.dtype(), cell.bitsAt(0));
                });
            case WRITE ->
                Meaning.reporting(args -> {
                    Data data = args.data(0);
                    NdArray cell = cell(args, data, args.list("indices"));
                    args.core().writes(data, cell, false);
                    cell.setBitsAt(0, Scalars.toBits(data.dtype(), args.value("value")));
                    args.core().wrote(data);
                    return data;
                });
        };
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
}
