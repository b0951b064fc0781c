package sectile.interp.ops;

import java.util.Arrays;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.number.ArrayMath;
import sectile.base.number.BinaryFunction;
import sectile.interp.problem.ExecCode;
import sectile.interp.value.Data;
import sectile.ir.symbol.AtomicType;

/// Regions of arrays, bounds checked.
final class Parts {
    private Parts() {}

    /// The block at an offset; a user's error when it is not inside.
    static NdArray block(Args args, NdArray whole, long[] offsets, long[] extents) {
        for (int i = 0; i < offsets.length; i++) {
            if (offsets[i] < 0
                    || extents[i] < 0
                    || offsets[i] + extents[i] > whole.shape().dim(i)) {
                throw args.error(
                        ExecCode.OUT_OF_BOUNDS,
                        (extents[i] == 0
                                        ? "the offset " + offsets[i] + " in dimension " + i + " is outside "
                                        : "elements " + offsets[i] + " to " + (offsets[i] + extents[i])
                                                + " of dimension " + i + " are outside ")
                                + whole.shape(),
                        "give valid_shape, or clamp=True, for a part that reaches over the edge");
            }
        }
        return whole.slice(offsets, Shape.of(extents));
    }

    /// Extents cut off at the edge.
    static long[] clamped(NdArray whole, long[] offsets, long[] extents) {
        long[] kept = extents.clone();
        for (int i = 0; i < kept.length; i++) {
            kept[i] = Math.clamp(whole.shape().dim(i) - offsets[i], 0, extents[i]);
        }
        return kept;
    }

    static long[] zeros(int count) {
        return new long[count];
    }

    /// Extents with ones in front, or without those in front, for another rank.
    static long[] widened(Args args, long[] extents, int rank) {
        int extra = extents.length - rank;
        if (extra <= 0) {
            long[] wide = new long[rank];
            Arrays.fill(wide, 1);
            System.arraycopy(extents, 0, wide, -extra, extents.length);
            return wide;
        }
        for (int i = 0; i < extra; i++) {
            if (extents[i] != 1) {
                throw args.error(ExecCode.SHAPES_DIFFER, Arrays.toString(extents) + " does not fit rank " + rank, "");
            }
        }
        return Arrays.copyOfRange(extents, extra, extents.length);
    }

    /// The part of some data that is valid.
    static NdArray valid(Data data) {
        return data.isAllValid() ? data.array() : data.array().slice(zeros(data.rank()), Shape.of(data.valid()));
    }

    /// The same elements in another shape, copied when strides ask for it.
    static NdArray reshaped(NdArray array, Shape shape) {
        try {
            return array.reshape(shape);
        } catch (IllegalArgumentException e) {
            return array.contiguous().reshape(shape);
        }
    }

    /// Writes a part of global memory, or adds to it.
    static void write(Args args, Data whole, NdArray part, NdArray source, AtomicType atomic) {
        boolean add = atomic == AtomicType.ADD;
        args.core().writes(whole, part, add);
        NdArray values = source.dtype() == part.dtype() ? source : source.cast(part.dtype());
        part.assign(add ? ArrayMath.binary(BinaryFunction.ADD, part, values, part.shape()) : values);
        args.core().wrote(whole);
    }
}
