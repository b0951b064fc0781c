package sectile.base.number;

import java.util.Optional;
import sectile.base.array.Codec;
import sectile.base.array.DType;

/// How a conversion to a type with fewer values rounds. Every mode saturates where the type has no infinity.
public enum Rounding {
    /// To nearest, ties to the value whose last bit is 0. The rule of all arithmetic, and of a cast without a mode.
    NEAREST_EVEN,
    /// To nearest, ties away from zero.
    NEAREST_AWAY,
    /// Toward minus infinity.
    FLOOR,
    /// Toward plus infinity.
    CEIL,
    /// Toward zero.
    TRUNC,
    /// To the neighbour whose last bit is 1, unless the value is exact.
    ODD;

    /// The rounding of a cast mode as programs write it: `none` and `rint`, `round`, `floor`, `ceil`, `trunc`, `odd`.
    public static Optional<Rounding> parse(String mode) {
        return Optional.ofNullable(
                switch (mode) {
                    case "none", "rint" -> NEAREST_EVEN;
                    case "round" -> NEAREST_AWAY;
                    case "floor" -> FLOOR;
                    case "ceil" -> CEIL;
                    case "trunc" -> TRUNC;
                    case "odd" -> ODD;
                    default -> null;
                });
    }

    /// A double rounded to an integer.
    public double toInteger(double value) {
        return switch (this) {
            case NEAREST_EVEN -> Math.rint(value);
            case NEAREST_AWAY -> awayFromZero(value);
            case FLOOR -> Math.floor(value);
            case CEIL -> Math.ceil(value);
            case TRUNC -> value < 0 ? Math.ceil(value) : Math.floor(value);
            case ODD -> {
                double low = Math.floor(value);
                yield low == value || Math.abs(low % 2) == 1 ? low : low + 1;
            }
        };
    }

    /// A double rounded to a value of a floating-point type. Overflow, NaN and the powers of two of fp8e8m0 follow
    /// [Codec] in every mode.
    public double round(DType dtype, double value) {
        double nearest = Elements.round(dtype, value);
        if (this == NEAREST_EVEN
                || nearest == value
                || Double.isNaN(value)
                || Double.isInfinite(nearest)
                || dtype == DType.F8E8M0
                || dtype == DType.F64
                || Math.abs(value) > largest(dtype)) {
            return nearest;
        }
        double below = nearest < value ? nearest : neighbour(dtype, nearest, false);
        double above = nearest > value ? nearest : neighbour(dtype, nearest, true);
        return switch (this) {
            case NEAREST_EVEN -> nearest;
            case NEAREST_AWAY -> value - below == above - value ? (value < 0 ? below : above) : nearest;
            case FLOOR -> below;
            case CEIL -> above;
            case TRUNC -> value < 0 ? above : below;
            case ODD -> (Codec.ofDouble(dtype, below) & 1) == 1 ? below : above;
        };
    }

    private static double awayFromZero(double value) {
        double magnitude = Math.abs(value);
        double whole = Math.floor(magnitude);
        return Math.copySign(magnitude - whole >= 0.5 ? whole + 1 : whole, value);
    }

    /// The largest finite value of a type.
    private static double largest(DType dtype) {
        return switch (dtype) {
            case F16 -> 65504;
            case BF16 -> 0x1.fep127;
            case F32 -> Float.MAX_VALUE;
            case F8E4M3 -> 448;
            case F8E5M2 -> 57344;
            case F4E2M1 -> 6;
            case F64, F8E8M0, BOOL, I4, I8, I16, I32, I64, U4, U8, U16, U32, U64 -> Double.MAX_VALUE;
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
