package sectile.interp.ops;

import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.interp.value.Data;
import sectile.ir.CmpType;

/// Comparisons and selection.
final class PredicateMeanings {
    private PredicateMeanings() {}

    static Data compared(Args args, boolean packed) {
        Data lhs = args.data(0);
        NdArray rhs = args.array(1, lhs.dtype());
        Shape shape = ElementwiseMeanings.broadcast(args, lhs.shape(), rhs.shape());
        boolean[] holds =
                compare(lhs.array().broadcastTo(shape), rhs.broadcastTo(shape), args.symbol("cmp_type", CmpType.class));
        if (packed) {
            return args.made(pack(holds, shape));
        }
        long[] values = new long[holds.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = holds[i] ? 1 : 0;
        }
        return args.made(Numbers.of(lhs.dtype(), shape, values));
    }

    static boolean[] compare(NdArray a, NdArray b, CmpType type) {
        boolean[] holds = new boolean[Numbers.count(a.shape())];
        if (a.dtype().isFloat()) {
            double[] x = a.toDoubles();
            double[] y = b.toDoubles();
            for (int i = 0; i < holds.length; i++) {
                holds[i] = holds(type, x[i], y[i]);
            }
        } else {
            long[] x = a.toLongs();
            long[] y = b.toLongs();
            boolean unsigned = a.dtype() == DType.U64;
            for (int i = 0; i < holds.length; i++) {
                holds[i] = holds(type, unsigned ? Long.compareUnsigned(x[i], y[i]) : Long.compare(x[i], y[i]));
            }
        }
        return holds;
    }

    static boolean holds(CmpType type, double a, double b) {
        return switch (type) {
            case EQ -> a == b;
            case NE -> a != b;
            case LT -> a < b;
            case LE -> a <= b;
            case GT -> a > b;
            case GE -> a >= b;
        };
    }

    private static boolean holds(CmpType type, int order) {
        return switch (type) {
            case EQ -> order == 0;
            case NE -> order != 0;
            case LT -> order < 0;
            case LE -> order <= 0;
            case GT -> order > 0;
            case GE -> order >= 0;
        };
    }

    /// Eight columns to a byte, the first in the lowest bit.
    private static NdArray pack(boolean[] holds, Shape shape) {
        int columns = shape.rank() == 0 ? 1 : (int) shape.dim(shape.rank() - 1);
        int bytes = (columns + 7) / 8;
        long[] dims = shape.toArray();
        dims[dims.length - 1] = bytes;
        int rows = columns == 0 ? 0 : holds.length / columns;
        long[] packed = new long[rows * bytes];
        for (int row = 0; row < rows; row++) {
            for (int j = 0; j < columns; j++) {
                if (holds[row * columns + j]) {
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
