package sectile.sim.component;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import sectile.sim.component.QuantityException.Reason;

/// Reads the quantities of topology files from their text, exactly, and writes them for people.
public final class Quantities {
    // More digits than any datasheet, few enough that exact arithmetic on them stays cheap.
    private static final int MAX_DIGITS = 30;
    private static final BigDecimal PS_PER_NS = BigDecimal.valueOf(1000);
    private static final BigDecimal MAX_LONG = BigDecimal.valueOf(Long.MAX_VALUE);
    // A quarter of the range, so that a few of the longest times can still be added up.
    private static final BigDecimal MAX_PS = BigDecimal.valueOf(Long.MAX_VALUE / 4);
    private static final Pattern SIZE = Pattern.compile("([0-9]+)\\s*(B|KiB|MiB|GiB|TiB)?");
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};

    private Quantities() {}

    /// A plain decimal number, like `2`, `0.75` or `1e3`.
    public static BigDecimal decimal(String text) throws QuantityException {
        BigDecimal value;
        try {
            value = new BigDecimal(text);
        } catch (NumberFormatException e) {
            throw new QuantityException(Reason.MALFORMED, "expected a number, found `" + text + "`", "");
        }
        boolean tooLong = value.precision() > MAX_DIGITS || Math.abs((long) value.scale()) > MAX_DIGITS;
        if (tooLong) {
            String message = "`" + text + "` has more than " + MAX_DIGITS + " digits";
            throw new QuantityException(Reason.OUT_OF_RANGE, message, "");
        }
        return value;
    }

    /// A whole number.
    public static long integer(String text) throws QuantityException {
        BigDecimal value;
        try {
            value = decimal(text);
        } catch (QuantityException e) {
            if (e.reason() == Reason.MALFORMED) {
                throw new QuantityException(Reason.MALFORMED, "expected a whole number, found `" + text + "`", "");
            }
            throw e;
        }
        if (value.stripTrailingZeros().scale() > 0) {
            throw new QuantityException(Reason.MALFORMED, "expected a whole number, found `" + text + "`", "");
        }
        if (value.abs().compareTo(MAX_LONG) > 0) {
            throw new QuantityException(Reason.OUT_OF_RANGE, "`" + text + "` does not fit in 63 bits", "");
        }
        return value.longValueExact();
    }

    /// A time in nanoseconds, zero or more, as picoseconds.
    public static long nanoseconds(String text) throws QuantityException {
        if (isInfinite(text)) {
            String hint = "only rates may be infinite";
            throw new QuantityException(Reason.MALFORMED, "expected a time in ns, found `" + text + "`", hint);
        }
        return picoseconds(decimal(text), text + " ns");
    }

    /// A number of nanoseconds as picoseconds; `shown` is how the user wrote it.
    public static long picoseconds(BigDecimal nanoseconds, String shown) throws QuantityException {
        if (nanoseconds.signum() < 0) {
            throw new QuantityException(Reason.NEGATIVE, "a time of " + shown + " is negative", "use 0 or more");
        }
        BigDecimal picoseconds = nanoseconds.multiply(PS_PER_NS);
        if (picoseconds.compareTo(MAX_PS) > 0) {
            String message = "a time of " + shown + " is longer than the simulator's clock can count";
            String longest = MAX_PS.movePointLeft(15).setScale(0, RoundingMode.DOWN) + "e12";
            throw new QuantityException(Reason.OUT_OF_RANGE, message, "use at most " + longest + " ns");
        }
        if (picoseconds.stripTrailingZeros().scale() > 0) {
            BigDecimal rounded = picoseconds.setScale(0, RoundingMode.HALF_EVEN).divide(PS_PER_NS);
            String message = shown + " is finer than a picosecond, the simulator's unit of time";
            String hint = "the nearest is " + rounded.stripTrailingZeros().toPlainString() + " ns";
            throw new QuantityException(Reason.TOO_FINE, message, hint);
        }
        return picoseconds.longValueExact();
    }

    /// A rate in GB/s, or `inf`.
    public static Bandwidth bandwidth(String text) throws QuantityException {
        if (isInfinite(text)) {
            return Bandwidth.ofInfinite();
        }
        BigDecimal gbs = rate(text, "bandwidth", "GB/s");
        try {
            return Bandwidth.ofGbs(gbs);
        } catch (ArithmeticException e) {
            String message = "a bandwidth of " + text + " GB/s is outside what the simulator can tell apart";
            String hint =
                    gbs.compareTo(BigDecimal.ONE) > 0 ? "write `inf` for a link without limit" : "use a higher rate";
            throw new QuantityException(Reason.OUT_OF_RANGE, message, hint);
        }
    }

    /// A clock in GHz, or `inf`.
    public static Clock clock(String text) throws QuantityException {
        if (isInfinite(text)) {
            return Clock.ofInfinite();
        }
        BigDecimal ghz = rate(text, "clock", "GHz");
        try {
            return Clock.ofGhz(ghz);
        } catch (ArithmeticException e) {
            String message = "a clock of " + text + " GHz cannot be held exactly";
            throw new QuantityException(Reason.OUT_OF_RANGE, message, "use fewer digits");
        }
    }

    /// A size in bytes: a whole number, or one followed by `KiB`, `MiB`, `GiB` or `TiB`.
    public static long bytes(String text) throws QuantityException {
        Matcher matcher = SIZE.matcher(text);
        if (!matcher.matches()) {
            throw new QuantityException(
                    Reason.MALFORMED,
                    "expected a size, found `" + text + "`",
                    "write whole bytes or a number with KiB, MiB, GiB or TiB, like 48GiB");
        }
        BigDecimal value = decimal(matcher.group(1));
        String unit = matcher.group(2);
        for (int i = 0; i < UNITS.length; i++) {
            if (UNITS[i].equals(unit)) {
                value = value.multiply(BigDecimal.valueOf(1L << (10 * i)));
            }
        }
        if (value.compareTo(MAX_LONG) > 0) {
            throw new QuantityException(Reason.OUT_OF_RANGE, "a size of " + text + " does not fit in 63 bits", "");
        }
        return value.longValueExact();
    }

    /// Whether a text says that a rate has no limit.
    public static boolean isInfinite(String text) {
        return switch (text) {
            case "inf", "+inf", ".inf", "+.inf", ".Inf", ".INF" -> true;
            default -> false;
        };
    }

    /// A size the way [#bytes] reads it, in the largest unit that holds it exactly.
    public static String sizeText(long bytes) {
        int unit = 0;
        long value = bytes;
        while (unit + 1 < UNITS.length && value != 0 && value % 1024 == 0) {
            value /= 1024;
            unit++;
        }
        return value + " " + UNITS[unit];
    }

    /// A time in nanoseconds without trailing zeros.
    public static String nanosecondsText(long picoseconds) {
        BigDecimal value = BigDecimal.valueOf(picoseconds, 3).stripTrailingZeros();
        return value.toPlainString() + " ns";
    }

    /// A number with at most three decimals and no trailing zeros, for display.
    public static String short3(double value) {
        if (Double.isInfinite(value)) {
            return "inf";
        }
        String text = String.format(Locale.ROOT, "%.3f", value);
        return text.replaceFirst("\\.?0+$", "");
    }

    private static BigDecimal rate(String text, String what, String unit) throws QuantityException {
        BigDecimal value = decimal(text);
        if (value.signum() <= 0) {
            String message = "a " + what + " of " + text + " " + unit + " moves nothing";
            throw new QuantityException(Reason.NOT_POSITIVE, message, "use a positive number, or `inf` for no limit");
        }
        return value;
    }
}
