package sectile.interp.ops;

import java.util.List;
import sectile.base.array.Codec;
import sectile.base.array.DType;
import sectile.ir.expr.ScalarValues;
import sectile.ir.symbol.DataType;

/// Scalars are `Long`, `Double` or `Boolean`.
public final class Scalars {
    private Scalars() {}

    public static long toLong(Object value) {
        return switch (value) {
            case Long whole -> whole;
            case Boolean truth -> truth ? 1 : 0;
            case Double real -> (long) (double) real;
            default -> throw new IllegalArgumentException("expected a scalar, found " + value);
        };
    }

    public static double toDouble(Object value) {
        return switch (value) {
            case Double real -> real;
            case Long whole -> (double) whole;
            case Boolean truth -> truth ? 1 : 0;
            default -> throw new IllegalArgumentException("expected a scalar, found " + value);
        };
    }

    public static boolean isTrue(Object value) {
        return ScalarValues.isTrue(value);
    }

    public static long[] toLongs(Object value) {
        if (value instanceof Object[] several) {
            long[] all = new long[several.length];
            for (int i = 0; i < all.length; i++) {
                all[i] = toLong(several[i]);
            }
            return all;
        }
        return new long[] {toLong(value)};
    }

    /// Ids of tasks, alone, in arrays or in tuples.
    public static void flatten(Object value, List<Long> ids) {
        if (value instanceof Object[] several) {
            for (Object one : several) {
                flatten(one, ids);
            }
        } else {
            ids.add(Scalars.toLong(value));
        }
    }

    /// The value as one of an element type: wrapped, rounded, or made true or false.
    public static Object as(DataType dtype, Object value) {
        return ScalarValues.convert(DataType.INT64, dtype, value);
    }

    /// The scalar that some bits are.
    public static Object ofBits(DType dtype, long bits) {
        return dtype == DType.BOOL
                ? (Object) (bits != 0)
                : dtype.isFloat() ? (Object) Codec.toDouble(dtype, bits) : (Object) Codec.toLong(dtype, bits);
    }

    static long toBits(DType dtype, Object value) {
        return value instanceof Double real ? Codec.ofDouble(dtype, real) : Codec.ofLong(dtype, toLong(value));
    }
}
