package sectile.python.value;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/// Ints of any size: a `Long` if 64 bits hold it, a `BigInteger` if not. So equal ints are equal objects, and the
/// usual case is as fast as a `long`.
public final class Ints {
    private Ints() {}

    /// The int as a value.
    public static Object of(BigInteger number) {
        return number.bitLength() < Long.SIZE ? (Object) number.longValue() : number;
    }

    /// Whether a value is an int; a bool is one.
    public static boolean isInt(Object value) {
        return value instanceof Long || value instanceof Boolean || value instanceof BigInteger;
    }

    /// An int or a bool.
    public static BigInteger big(Object value) {
        return switch (value) {
            case Long number -> BigInteger.valueOf(number);
            case Boolean truth -> truth ? BigInteger.ONE : BigInteger.ZERO;
            case BigInteger number -> number;
            default -> throw new IllegalArgumentException(value + " is not an int");
        };
    }

    /// An int or bool of at most 64 bits; null for anything else.
    public static @Nullable Long small(Object value) {
        return switch (value) {
            case Long number -> number;
            case Boolean truth -> truth ? 1L : 0L;
            default -> null;
        };
    }

    /// An int of at most 64 bits, where nothing else can be used.
    ///
    /// @param what the argument, for messages: `the index`
    public static long small(Object value, String what, Site site) {
        return switch (value) {
            case Long number -> number;
            case Boolean truth -> truth ? 1 : 0;
            case BigInteger number ->
                throw site.fault(Fault.OVERFLOW, what + " does not fit 64 bits: " + Text.shortened(number.toString()));
            default -> throw site.fault(Fault.TYPE, what + " must be an int, not " + Values.kind(value, site));
        };
    }

    /// The same for a number of elements or places, where an int of any size is as good as the nearest long.
    public static long clamped(Object value, String what, Site site) {
        return value instanceof BigInteger number
                ? number.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE
                : small(value, what, site);
    }
}
