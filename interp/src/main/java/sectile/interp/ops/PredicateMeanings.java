package sectile.interp.ops;

import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.number.ArrayMath;
import sectile.interp.value.Data;
import sectile.ir.symbol.CmpType;

/// Comparisons and selection.
final class PredicateMeanings {
    private PredicateMeanings() {}

    static Data compared(Args args, boolean packed) {
        Data lhs = args.data(0);
        NdArray rhs = args.array(1, lhs.dtype());
        Shape shape = ElementwiseMeanings.broadcast(args, lhs.shape(), rhs.shape());
        NdArray holds = ArrayMath.compare(
                Arithmetic.comparison(args.symbol("cmp_type", CmpType.class)), lhs.array(), rhs, shape);
        return args.made(packed ? pack(holds) : holds.cast(lhs.dtype()));
    }

    /// Eight columns to a byte, the first in the lowest bit.
    private static NdArray pack(NdArray mask) {
        Shape shape = mask.shape();
        byte[] holds = mask.toBytes();
        int columns = shape.rank() == 0 ? 1 : (int) shape.dim(shape.rank() - 1);
        int bytes = (columns + 7) / 8;
        long[] dims = shape.toArray();
        dims[dims.length - 1] = bytes;
        int rows = columns == 0 ? 0 : holds.length / columns;
        long[] packed = new long[rows * bytes];
        for (int row = 0; row < rows; row++) {
            for (int j = 0; j < columns; j++) {
                if (holds[row * columns + j] != 0) {
                    packed[row * bytes + j / 8] |= 1L << (j % 8);
                }
            }
        }
        return Numbers.of(DType.U8, Shape.of(dims), packed);
    }

    static Data selected(Args args, int otherwise) {
        Data set = args.data(1);
        NdArray unset = args.array(otherwise, set.dtype());
        Shape shape = ElementwiseMeanings.broadcast(args, set.shape(), unset.shape());
        NdArray a = set.array().broadcastTo(shape);
        NdArray b = unset.broadcastTo(shape);
        long[] mask = args.array("mask").toLongs();
        int columns = (int) shape.dim(shape.rank() - 1);
        int bytes = (columns + 7) / 8;
        NdArray out = NdArray.zeros(set.dtype(), shape);
        for (long i = 0; i < shape.elements(); i++) {
            int row = (int) (i / columns);
            int column = (int) (i % columns);
            boolean isSet = (mask[row * bytes + column / 8] >> (column % 8) & 1) != 0;
            out.setBitsAt(i, (isSet ? a : b).bitsAt(i));
        }
        return args.made(out, shape.equals(set.shape()) ? set.valid() : shape.toArray());
    }
}
