package sectile.interp.ops;

import sectile.base.array.Codec;
import sectile.base.array.DType;
import sectile.ir.CastMode;

/// The rounding modes of a cast. NONE and RINT round to nearest with ties to even, ROUND with ties away from
/// zero, ODD towards the neighbour whose last bit is set.
final class Rounding {
    private Rounding() {}

    static double toWhole(double value, CastMode mode) {
        return switch (mode) {
            case NONE, RINT -> Math.rint(value);
            case ROUND -> awayFromZero(value);
            case FLOOR -> Math.floor(value);
            case CEIL -> Math.ceil(value);
            case TRUNC -> value < 0 ? Math.ceil(value) : Math.floor(value);
            case ODD -> {
                double low = Math.floor(value);
                yield low == value || Math.abs(low % 2) == 1 ? low : low + 1;
            }
        };
    }

    private static double awayFromZero(double value) {
        double whole = Math.floor(Math.abs(value));
        double rest = Math.abs(value) - whole;
        return Math.copySign(rest >= 0.5 ? whole + 1 : whole, value);
    }

    /// A value of a narrower floating-point type.
    static double toFloat(DType to, double value, CastMode mode) {
        double nearest = Codec.toDouble(to, Codec.ofDouble(to, value));
        if (nearest == value || Double.isNaN(value) || Double.isInfinite(nearest) || to == DType.F8E8M0) {
            return nearest;
        }
        double below = nearest < value ? nearest : neighbour(to, nearest, false);
        double above = nearest > value ? nearest : neighbour(to, nearest, true);
        return switch (mode) {
            case NONE, RINT -> nearest;
            case ROUND -> {
                double down = value - below;
                double up = above - value;
                yield down == up ? (value < 0 ? below : above) : nearest;
            }
            case FLOOR -> below;
            case CEIL -> above;
            case TRUNC -> value < 0 ? above : below;
            case ODD -> (Codec.ofDouble(to, below) & 1) == 1 ? below : above;
        };
    }

    /// The next value of the type up or down. Bits of the magnitude count upwards.
    private static double neighbour(DType dtype, double value, boolean up) {
        long bits = Codec.ofDouble(dtype, value);
        long sign = 1L << (dtype.bits() - 1);
        if (value == 0) {
            return Codec.toDouble(dtype, up ? 1 : sign | 1);
        }
        boolean grow = (bits & sign) == 0 == up;
        return Codec.toDouble(dtype, grow ? bits + 1 : bits - 1);
    }
}
